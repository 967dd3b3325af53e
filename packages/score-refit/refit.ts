import { parseTask, usage } from './src/parse-task.ts'
import { RefitFault } from './src/refit-fault.ts'
import { runTask } from './src/run-task.ts'

/** The command: see README.md. Ends with 0, or with 1 and one line on stderr. */
try {
  const task = parseTask(process.argv.slice(2))
  if (task === 'help') console.log(usage)
  else await runTask(task, (text) => console.log(text))
} catch (error) {
  if (!(error instanceof RefitFault)) throw error
  console.error(error.message)
  process.exitCode = 1
}
