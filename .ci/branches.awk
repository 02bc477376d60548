# Keeps of Swift files what decides about compilation, and has the compiler name each branch that it takes.
#   -v root=DIR   the directory that names begin after
/^ *#(if|elseif|else|endif)/ {
  print
  if ($1 != "#endif") printf "#warning(\"branch %s:%d\")\n", substr(FILENAME, length(root) + 2), FNR
}
