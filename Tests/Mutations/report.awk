# Reads the mutants and how each went; prints a table by folder, and every one that no test noticed without a reason.
# `reasons` has, for each that may survive, a line with its name, and below some of them an indented reason.
BEGIN {
  while ((getline line < reasons) > 0) {
    if (line ~ /^[^ #]/) due[++count] = line
    else if (line ~ /^ /) { for (i = 1; i <= count; i++) reason[due[i]] = line; count = 0 }
  }
  for (i = 1; i <= count; i++) { print "no reason is given: " due[i]; isWrong = 1 }
}
NR == FNR {
  folder[$1] = $2
  sub(/\/[^\/]*$/, "", folder[$1])
  name[$1] = $2 ", " $3 ": " $4 " -> " $5
  exists[name[$1]] = 1
  isFirst[$1] = $5 == "true"
  next
}
{
  place = folder[$1]
  if (!(place in mutants)) places[++placeCount] = place
  mutants[place]++
  if (isFirst[$1]) conditions[place]++
  if ($2 == "survived" || $2 == "not reached") {
    if (name[$1] in reason) outcome[place, "with a reason"]++
    else { print $2 ": " $1 " " name[$1]; isWrong = 1; outcome[place, $2]++ }
    next
  } else if (name[$1] in reason) print "noticed, and listed as a survivor: " $1 " " name[$1]
  outcome[place, $2]++
}
function check() { for (key in reason) if (!(key in exists)) { print "listed, and not there any more: " key; isWrong = 1 } }
END {
  check()
  print "| folder | conditions | mutants | noticed by a test | by a limit alone | survived with a reason | survived without one | not reached |"
  print "|---|---|---|---|---|---|---|---|"
  for (i = 1; i <= placeCount; i++) {
    place = places[i]
    print "| " place " | " conditions[place] " | " mutants[place] " | " outcome[place, "test"] + 0 " | " \
      outcome[place, "limit"] + 0 " | " outcome[place, "with a reason"] + 0 " | " outcome[place, "survived"] + 0 " | " outcome[place, "not reached"] + 0 " |"
  }
  exit isWrong
}
