// The lists' speed and memory: `swift run -c release ListBenchmarks` in this folder.
Snapshots.printMemory()  // first: it is seen by what the process grows
await Arrangements.printMemory()
Appends.run()
await Pages.run()
await Arrangements.run()
await Ends.run()
await Screens.run()
Edits.run()
Snapshots.run()
