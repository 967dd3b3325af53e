import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { createSealing } from '../sealing.ts'
import { openTarget } from '../open-target.ts'
import { archiveFile } from './archive.ts'

/**
 * PostgreSQL runs this for each file of its log: `archive-program.ts <path> <name>`. It ends with 0 only when the file is durable in
 * the target; otherwise PostgreSQL keeps the file and tries again.
 */
const [path = '', name = ''] = process.argv.slice(2)
try {
  setPriority(10)
  const sealing = await createSealing(process.env.BACKUP_KEY ?? '')
  await archiveFile(openTarget(process.env), sealing, name, await readFile(resolve(path)))
} catch (error) {
  process.stderr.write(`ERROR:  ${name} was not archived: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
