import { parseArgs } from 'node:util'
import { openDatabase } from '@bollard/database'
import type { Config } from '../../config.ts'
import { StartupFault } from '../../startup-fault.ts'
import { isRunning } from '../../supervise/running-record.ts'
import { hasDatabase, withDatabase } from '../with-database.ts'
import { checkCertificate } from './check-certificate.ts'
import { checkDatabase } from './check-database.ts'
import { checkMachine } from './check-machine.ts'
import { checkSurroundings } from './check-surroundings.ts'
import { askFurtherCells } from '../each-cell.ts'
import { checkCell } from './check-cell.ts'
import { cellFault, databaseFault, fault, type Finding, ofCell, ok, reasonOf, skipped } from './finding.ts'

/** Says what is wrong with this installation and how to mend it. Answers 0 where nothing is, 1 for warnings alone, 2 for faults. */
export async function doctor(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
  now: () => Date = () => new Date(),
): Promise<number> {
  const json = readArgs(args)
  const findings = await examine(config, now)
  if (json) say(JSON.stringify({ findings }, null, 2))
  else for (const line of describeFindings(findings)) say(line)
  return exitCodeOf(findings)
}

/** 0 where nothing is wrong, 1 for warnings alone, 2 for faults. */
export function exitCodeOf(findings: readonly Finding[]): number {
  if (findings.some(({ state }) => state === 'fault')) return 2
  return findings.some(({ state }) => state === 'warning') ? 1 : 0
}

/** Every check, in the order in which they need each other. */
export async function examine(config: Config, now: () => Date): Promise<Finding[]> {
  const running = isRunning(config.DATA_DIR)
  return [
    ...(await checkMachine(config, running, now())),
    await checkCertificate(config, now()),
    ...(await askDatabase(config, running, now)),
    ...(await checkSurroundings(config, running)),
  ]
}

async function askDatabase(config: Config, running: boolean, now: () => Date): Promise<Finding[]> {
  if (config.ROLE === 'sites' || config.ROLE === 'probe')
    return [skipped('database', `With ROLE=${config.ROLE} there is none.`)]
  if (config.ROLE === 'edge') {
    const { EDGE_DATABASE_URL = '', CELL_URLS } = config
    const ofCells = await Promise.all(CELL_URLS.map((url) => askAsEdge(url, 'CELL_URLS')))
    return [
      await askAsEdge(EDGE_DATABASE_URL, 'EDGE_DATABASE_URL'),
      ...ofCells.flatMap((found, index) => ofCell(index + 1, [found])),
    ]
  }
  if (!hasDatabase(config)) return [ok('database', 'There is none yet; the first start makes it.')]
  let findings: Finding[] = []
  try {
    await withDatabase(config, async (db, address) => {
      const isMigrated = (found: readonly Finding[]) =>
        found.some(({ code, state }) => code === 'schema' && state === 'ok')
      findings = await checkDatabase(config, db, address, running, now)
      const directory = isMigrated(findings) ? db : null
      const ofCells = await askFurtherCells(
        config,
        async (own, ownAddress, cell) =>
          ofCell(cell, await checkCell(config, { db: own, address: ownAddress, cell, directory }, running, now)),
        (error, cell) => ofCell(cell, [cellFault(error)]),
      )
      findings = [...findings, ...ofCells.flat()]
    })
    return findings
  } catch (error) {
    return [databaseFault(error)]
  }
}

async function askAsEdge(url: string, setting: string): Promise<Finding> {
  const db = openDatabase({ connectionString: url, max: 1, applicationName: 'bollard doctor' })
  try {
    await db.pool.query('select 1')
    return ok('database', 'It answers, and lets the edge sign in.')
  } catch (error) {
    return fault(
      'database',
      `The edge cannot sign in: ${reasonOf(error)}`,
      `Set ${setting} to what "npm start -- edge-database-url" prints.`,
    )
  } finally {
    await db.close()
  }
}

const marks = { ok: ' ok     ', warning: ' WARNING', fault: ' FAULT  ', skipped: ' -      ' } as const

/** Lines for a terminal. */
export function describeFindings(findings: readonly Finding[]): string[] {
  const lines = findings.flatMap(({ state, code, said, remedy, cell }) => [
    `${marks[state]} ${code}${cell === undefined ? '' : ` of cell ${cell}`}: ${said}`,
    ...(remedy === null ? [] : remedy.split('\n').map((line) => `          ${line}`)),
  ])
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length
  return [...lines, '', `${count('fault')} faults, ${count('warning')} warnings.`]
}

function readArgs(args: readonly string[]): boolean {
  try {
    return parseArgs({ args: [...args], options: { json: { type: 'boolean' } } }).values.json ?? false
  } catch (error) {
    throw new StartupFault('Usage: npm start -- doctor [--json]', { cause: error })
  }
}
