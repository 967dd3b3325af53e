import { createWriteStream } from 'node:fs'
import { availableParallelism, freemem, loadavg, release, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type ExportPart, filesOf, zipFiles } from '@bollard/export-file'
import type { Config } from '../../config.ts'
import { schemas, schemasOfCell } from '../../migrate-every-schema.ts'
import { StartupFault } from '../../startup-fault.ts'
import { freeMegabytes } from '../../supervise/check-data-directory.ts'
import { readReloadReport } from '../../supervise/reload-report.ts'
import { isRunning } from '../../supervise/running-record.ts'
import { examine } from '../doctor/doctor.ts'
import { askFurtherCells } from '../each-cell.ts'
import { hasDatabase, withDatabase } from '../with-database.ts'
import { maskSettings } from './mask-settings.ts'
import { maskText } from './mask-text.ts'
import { readDatabase } from './read-database.ts'

const waitMs = 5_000

/** Writes one ZIP file that somebody else may read, to find a fault by it. Says where it lies. */
export async function exportDiagnostics(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const at = new Date()
  const file = resolve(readTarget(args) ?? `bollard-diagnostics-${at.toISOString().replaceAll(/[:.]/gu, '-')}.zip`)
  const parts = await gatherParts(config, environment)
  const files = Readable.from(parts.flatMap((part) => filesOf(part)))
  try {
    // Never over another file, and for its owner alone until they pass it on.
    await pipeline(zipFiles(files, at), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    throw new StartupFault(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  say(`Written: ${file}`)
  say('It holds no secret, no address and no name of a person or a machine. Look into it before you pass it on.')
}

/** What the file holds. */
async function gatherParts(config: Config, environment: NodeJS.ProcessEnv): Promise<ExportPart[]> {
  const findings = await examine(config, () => new Date())
  const told = findings.map(({ code, state, said, cell }) => ({
    code,
    state,
    said: maskText(said),
    ...(cell === undefined ? {} : { cell }),
  }))
  const reload = readReloadReport(config.DATA_DIR)
  return [
    { path: 'machine.json', content: describeMachine(config, new Date()) },
    { path: 'settings.json', content: maskSettings(config, environment) },
    { path: 'doctor.json', content: { findings: told } },
    { path: 'database.json', content: await askDatabase(config) },
    ...(await askCells(config)).map((content, index) => ({ path: `database-of-cell-${index + 1}.json`, content })),
    { path: 'reload.json', content: reload && { outcome: reload.outcome, lines: reload.lines.map(maskText) } },
    { path: 'metrics.txt', content: Buffer.from(await readMetrics(config)) },
    { path: 'health.txt', content: Buffer.from(maskText(await ask(config, '/readyz'))) },
  ]
}

function describeMachine(config: Config, at: Date): Record<string, unknown> {
  return {
    at: at.toISOString(),
    node: process.version,
    platform: `${process.platform} ${process.arch} ${release()}`,
    processors: availableParallelism(),
    load: loadavg(),
    memoryMegabytes: { total: Math.round(totalmem() / 1_048_576), free: Math.round(freemem() / 1_048_576) },
    diskFreeMegabytes: freeMegabytes(config.DATA_DIR),
    running: isRunning(config.DATA_DIR),
  }
}

async function askDatabase(config: Config): Promise<Record<string, unknown>> {
  if (config.ROLE === 'sites' || config.ROLE === 'edge' || !hasDatabase(config)) return { unavailable: true }
  let content: Record<string, unknown> = {}
  try {
    await withDatabase(config, async (db) => {
      content = await readDatabase(
        db,
        schemas.map(({ schema }) => schema),
      )
    })
    return content
  } catch (error) {
    return unavailable(error)
  }
}

/** The same of each further cell; one that is away says so. */
async function askCells(config: Config): Promise<Record<string, unknown>[]> {
  if (config.ROLE === 'sites' || config.ROLE === 'edge') return []
  const names = schemasOfCell.map(({ schema }) => schema)
  return askFurtherCells(config, (db) => readDatabase(db, names), unavailable)
}

const unavailable = (error: unknown): Record<string, unknown> => ({
  unavailable: maskText(error instanceof Error ? error.message : String(error)),
})

/** Our own figures have no personal labels; a line that seems to hold one is masked all the same. */
async function readMetrics(config: Config): Promise<string> {
  const text = await ask(config, '/metrics')
  return text
    .split('\n')
    .map((line) =>
      line.startsWith('#') ? line : line.replaceAll(/"([^"]*)"/gu, (_all, label: string) => `"${maskLabel(label)}"`),
    )
    .join('\n')
}

/** A route, a status or a name of ours stays. */
const maskLabel = (label: string): string =>
  /^[\w./:{}+ -]{0,80}$/u.test(label) && !/\d{1,3}(?:\.\d{1,3}){3}/u.test(label) ? label : '<label>'

async function ask({ METRICS_PORT }: Config, path: string): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${METRICS_PORT}${path}`, { signal: AbortSignal.timeout(waitMs) })
    return await response.text()
  } catch {
    return 'Nothing answers.\n'
  }
}

function readTarget(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { to: { type: 'string' } } }).values.to
  } catch (error) {
    throw new StartupFault('Usage: npm start -- export-diagnostics [--to <file>]', { cause: error })
  }
}
