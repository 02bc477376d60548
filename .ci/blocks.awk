# Writes the Swift blocks of Markdown files into files of their own, each named by its article and line.
#   -v dir=DIR -v of=MODULES -v except=MODULES   only blocks that import one of the first and none of the second
# Both are regular expressions of module names; an empty `except` excludes nothing.
function imports(modules) { return text ~ ("(^|\n)import (" modules ")\n") }
FNR == 1 { inside = 0; name = FILENAME; sub(/.*\//, "", name); sub(/\.md$/, "", name) }
/^```swift/ { inside = 1; text = ""; start = FNR; next }
/^```/ && inside {
  if (imports(of) && (except == "" || !imports(except))) {
    file = dir "/" name "-line" start ".swift"
    printf "%s", text > file
    close(file)
  }
  inside = 0
}
inside { text = text $0 "\n" }
