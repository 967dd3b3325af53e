import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { caseTable } from './case-table.ts'
import { compare, reportSchema } from './compare.ts'
import { exampleFolder, examples } from './examples.ts'
import { frameworks } from './frameworks.ts'
import { type Platform, platforms } from './platforms.ts'
import { runExample } from './run-example.ts'
import { runFramework } from './run-framework.ts'
import { serveCases } from './serve-cases.ts'
import { serveFrameworks } from './serve-frameworks.ts'

/*
 * Runs the table of cases with every client, the table of frameworks with every framework that can run here, and the examples, against a
 * real service.
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
  /** By the framework's name. */
  readonly frameworks?: Readonly<
    Record<string, { readonly version: string; readonly cases: number; readonly of: number }>
  >
  /** By the file in `examples`: run with a visitor, or only built or parsed. */
  readonly examples?: Readonly<Record<string, 'ran' | 'checked' | 'failed'>>
}

const record: Record<string, Line> = JSON.parse(readFileSync(recordPath, 'utf8'))
const of = caseTable.cases.length + caseTable.configurations.length
const server = await serveCases()
const visitors = await serveFrameworks()
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
    const parts = await runFrameworks(platform.name, cwd)
    const shown = await runExamples(platform.name, cwd)
    isAllWell &&= cases === of && others === 'passed' && !Object.values(shown).includes('failed')
    isAllWell &&= Object.values(parts).every((part) => part.cases === part.of)
    record[platform.name] = {
      date: values.date ?? new Date().toISOString().slice(0, 10),
      toolchain: lineOf(version.stdout || version.stderr),
      cases,
      of,
      others,
      ...(Object.keys(parts).length === 0 ? {} : { frameworks: parts }),
      ...(Object.keys(shown).length === 0 ? {} : { examples: shown }),
    }
  }
} finally {
  await server.stop()
  await visitors.stop()
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

async function runFrameworks(platform: string, cwd: string): Promise<NonNullable<Line['frameworks']>> {
  const lines: Record<string, { version: string; cases: number; of: number }> = {}
  for (const framework of frameworks[platform] ?? []) {
    const { name, version, before } = framework
    const isBuilt = before === undefined || run(before, cwd)
    const result = await runFramework(visitors, framework, cwd)
    if (!isBuilt) result.faults['build'] = { failed: before?.join(' ') }
    for (const [id, fault] of Object.entries(result.faults)) console.log(id, JSON.stringify(fault, null, 2))
    console.log(`${platform}: ${name}: ${isBuilt ? result.cases : 0} of ${result.of} cases of frameworks`)
    const printed = spawnSync(version[0] ?? '', version.slice(1), { cwd, encoding: 'utf8' })
    lines[name] = { version: lineOf(printed.stdout), cases: isBuilt ? result.cases : 0, of: result.of }
  }
  return lines
}

async function runExamples(platform: string, cwd: string): Promise<NonNullable<Line['examples']>> {
  const lines: Record<string, 'ran' | 'checked' | 'failed'> = {}
  for (const example of examples[platform] ?? []) {
    const fault = await runExample(visitors, example, cwd, exampleFolder(platform))
    lines[example.file] = fault === null ? (example.command === undefined ? 'checked' : 'ran') : 'failed'
    console.log(`${platform}: ${example.file} ${lines[example.file]}`, fault ?? '')
  }
  return lines
}

/** The line that names a version; a Java machine may warn before. */
function lineOf(printed: string): string {
  return (
    printed
      .split('\n')
      .find((line) => /\d/u.test(line) && !line.includes('warning:'))
      ?.trim() ?? ''
  )
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
  for (const { name, install: own } of all)
    if (own !== undefined && !run(own, fileURLToPath(new URL(`${name}/`, clients))))
      throw new Error(`${name}: ${own.join(' ')}`)
}

function sorted<T>(map: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
