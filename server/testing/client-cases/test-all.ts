import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { caseTable } from './case-table.ts'
import { compare, reportSchema } from './compare.ts'
import { type Platform, platforms } from './platforms.ts'
import { serveCases } from './serve-cases.ts'

/*
 * Runs the table of cases with every client that needs a toolchain of its own, against a real service.
 *   client/test-all [--only python,go] [--install] [--date 2026-11-24]
 * `--install` fetches missing toolchains from Debian first, which asks for the rights to do so. Writes client/last-run.json.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, install: { type: 'boolean', default: false }, date: { type: 'string' } },
})
const clients = new URL('../../../client/', import.meta.url)
const recordPath = new URL('last-run.json', clients)
const chosen = platforms.filter(({ name }) => values.only === undefined || values.only.split(',').includes(name))
if (values.install) install(chosen)

/** What the last run of a platform showed. */
interface Line {
  readonly date: string
  readonly toolchain: string
  readonly cases: number
  readonly of: number
  readonly others: 'passed' | 'failed'
}

const record: Record<string, Line> = JSON.parse(readFileSync(recordPath, 'utf8'))
const of = caseTable.cases.length + caseTable.configurations.length
const server = await serveCases()
let isAllWell = true
try {
  for (const platform of chosen) {
    const cwd = fileURLToPath(new URL(`${platform.name}/`, clients))
    const version = spawnSync(platform.version[0] ?? '', platform.version.slice(1), { cwd, encoding: 'utf8' })
    if (version.error) {
      console.log(`${platform.name}: its toolchain is missing; see --install`)
      isAllWell = false
      continue
    }
    const others = platform.before.every((command) => run(command, cwd)) ? 'passed' : 'failed'
    const faults = new Set<string>()
    for (const command of platform.cases) for (const id of await runCases(platform.name, command, cwd)) faults.add(id)
    const cases = of - faults.size
    console.log(`${platform.name}: ${cases} of ${of} cases; other tests ${others}`)
    isAllWell &&= cases === of && others === 'passed'
    record[platform.name] = {
      date: values.date ?? new Date().toISOString().slice(0, 10),
      toolchain: (version.stdout || version.stderr).trim().split('\n')[0] ?? '',
      cases,
      of,
      others,
    }
  }
} finally {
  await server.stop()
}
writeFileSync(recordPath, `${JSON.stringify(sorted(record), null, 2)}\n`)
process.exitCode = isAllWell ? 0 : 1

/** The ids of the cases in which it did something else, printed with what it did; all of them when it gave no report. */
async function runCases(name: string, [program = '', ...rest]: readonly string[], cwd: string): Promise<string[]> {
  const child = spawn(program, rest, {
    cwd,
    env: { ...process.env, BOLLARD_CASES: server.address },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = await text(child.stdout)
  try {
    const faults = compare(reportSchema.parse(JSON.parse(printed)), server.arrivals)
    for (const [id, fault] of Object.entries(faults)) console.log(id, JSON.stringify(fault, null, 2))
    return Object.keys(faults)
  } catch (error) {
    console.log(`${name} printed no report: ${String(error)}\n${printed.slice(0, 2_000)}`)
    return [...caseTable.cases, ...caseTable.configurations].map(({ id }) => id)
  }
}

function run([program = '', ...rest]: readonly string[], cwd: string): boolean {
  return spawnSync(program, rest, { cwd, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

function install(all: readonly Platform[]): void {
  const packages = [...new Set(all.flatMap((platform) => platform.packages))]
  const options = ['install', '-y', '-q', '--no-install-recommends', ...packages]
  const { status } = spawnSync('apt-get', options, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`apt-get ended with ${status}`)
}

function sorted<T>(map: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
