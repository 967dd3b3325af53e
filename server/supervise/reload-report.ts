import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartupFault } from '../startup-fault.ts'

const schema = z.object({
  /** The process that reloads. */
  pid: z.int(),
  lines: z.array(z.string()),
  outcome: z.enum(['running', 'done', 'failed']),
  /** Whether every process from before has ended. */
  drained: z.boolean().optional(),
})
/** What a reload has done so far, in a file of the data folder, for the command that asked for it. */
export type ReloadReport = z.infer<typeof schema>

const fileIn = (dataDirectory: string) => join(dataDirectory, 'reload.json')

/** Null where there is none. */
export function readReloadReport(dataDirectory: string): ReloadReport | null {
  try {
    return schema.parse(JSON.parse(readFileSync(fileIn(dataDirectory), 'utf8')))
  } catch {
    return null
  }
}

export function removeReloadReport(dataDirectory: string): void {
  rmSync(fileIn(dataDirectory), { force: true })
}

/**
 * Answers a function that reloads with `reload` and reports it, to the person at the terminal too. While one runs, another call adds nothing:
 * its command reads the report of the first.
 */
export function createReloader(
  dataDirectory: string,
  reload: () => ((say: (line: string) => void) => Promise<{ readonly drained: Promise<void> }>) | undefined,
  say: (line: string) => void,
): () => Promise<void> {
  let running: Promise<void> | undefined
  let latest = 0
  const run = async (): Promise<void> => {
    const lines: string[] = []
    const number = (latest += 1)
    const report = (outcome: ReloadReport['outcome'], line?: string, drained = false) => {
      if (line !== undefined) {
        say(line)
        lines.push(line)
      }
      write(dataDirectory, { pid: process.pid, lines, outcome, drained })
    }
    try {
      report('running')
      const work = reload()
      if (!work) throw new StartupFault('Bollard is still starting.')
      const { drained } = await work((line) => report('running', line))
      report('done', 'Reloaded. What the processes before had begun is finished within a minute or so.')
      // The report of a later reload is not written over.
      void drained.then(() => number === latest && report('done', undefined, true)).catch(() => {})
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      try {
        report('failed', `Not reloaded: ${why}\nThe process that it was to replace serves on.`)
      } catch (fault) {
        // A full disk, say; the command sees no end and says so.
        say(`The reload could not be reported: ${fault instanceof Error ? fault.message : String(fault)}`)
      }
    }
  }
  return () => (running ??= run().finally(() => (running = undefined)))
}

/** In one piece, whenever it is read. */
function write(dataDirectory: string, report: ReloadReport): void {
  const file = fileIn(dataDirectory)
  writeFileSync(`${file}.new`, JSON.stringify(report), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
