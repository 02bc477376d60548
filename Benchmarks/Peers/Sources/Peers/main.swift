// Questions a user has, answered beside what else there is: `Benchmarks/Peers/table`.
Answers.run()
await Cells.run()
Arrays.run()
