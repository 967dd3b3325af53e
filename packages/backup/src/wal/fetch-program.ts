import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createSealing } from '../sealing.ts'
import { openTarget } from '../open-target.ts'
import { fetchArchived } from './archive.ts'

/** PostgreSQL takes such an end for a fault, and 1 for the end of the log: a target that is away must not end a restore early. */
const fault = 200

/** PostgreSQL runs this for each file of the log that it wants in a restore: `fetch-program.ts <name> <path> <system>`. */
const [name = '', path = '', system = null] = process.argv.slice(2)
try {
  const sealing = await createSealing(process.env.BACKUP_KEY ?? '')
  const content = await fetchArchived(openTarget(process.env), sealing, name, system)
  if (content === null) process.exitCode = 1
  else await writeFile(resolve(path), content, { mode: 0o600 })
} catch (error) {
  process.stderr.write(`ERROR:  ${name} was not fetched: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = fault
}
