# Writes the Swift blocks of Markdown files into files of their own, each named by its article and line.
#   -v dir=DIR -v of=MODULES -v except=MODULES   only blocks that import one of the first and none of the second
# Both are regular expressions of module names; an empty `except` excludes nothing. A block that imports nothing continues the
# one before it, except a part of a manifest.
function imports(modules) { return text ~ ("(^|\n)import (" modules ")\n") }
FNR == 1 { inside = 0; file = ""; name = FILENAME; sub(/.*\//, "", name); sub(/\.md$/, "", name) }
/^```swift/ { inside = 1; text = ""; start = FNR; next }
/^```/ && inside {
  if (text ~ /^dependencies: /) { inside = 0; next }
  if (text ~ /(^|\n)import /) {
    file = imports(of) && (except == "" || !imports(except)) ? dir "/" name "-line" start ".swift" : ""
  }
  if (file != "") {
    printf "%s", text >> file
    close(file)
  }
  inside = 0
}
inside { text = text $0 "\n" }
