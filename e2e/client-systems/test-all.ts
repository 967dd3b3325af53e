import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type System, systems } from './systems.ts'

/*
 * Tests the clients for systems, each with tools of Debian, and those that Debian has in a real browser too.
 *   client/test-all [--only wordpress,joomla] [--install] [--date 2026-11-26]
 * Writes client/last-run-of-systems.json.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, install: { type: 'boolean', default: false }, date: { type: 'string' } },
})
const root = new URL('../../', import.meta.url)
const recordPath = new URL('client/last-run-of-systems.json', root)
const resultPath = new URL('e2e/results/client-systems.json', root)
const chosen = systems.filter(({ name }) => values.only === undefined || values.only.split(',').includes(name))
if (values.install && chosen.length > 0) install(chosen)

const recordSchema = z.record(
  z.string(),
  z.strictObject({
    date: z.string(),
    /** Names and versions. */
    tools: z.string(),
    commands: z.enum(['passed', 'failed']),
    /** In a browser with the real system; null where there are none. */
    checks: z.strictObject({ passed: z.int(), of: z.int() }).nullable(),
  }),
)
const record = recordSchema.parse(JSON.parse(readFileSync(recordPath, 'utf8')))
for (const system of chosen) {
  const tools = system.versions.map(printed).join(', ')
  const commands = system.commands.every((command) => run(command, new URL(`client/${system.name}/`, root)))
  const checks = system.isRun ? check(system) : null
  const isWell = commands && checks?.passed === checks?.of
  const browser = checks === null ? '' : `; ${checks.passed} of ${checks.of} checks in a browser`
  console.log(`${system.name}: commands ${commands ? 'passed' : 'failed'}${browser} (${tools})`)
  if (!isWell) process.exitCode = 1
  record[system.name] = {
    date: values.date ?? new Date().toISOString().slice(0, 10),
    tools,
    commands: commands ? 'passed' : 'failed',
    checks,
  }
}
const sorted = Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(recordPath, `${JSON.stringify(sorted, null, 2)}\n`)

function check({ name }: System): { passed: number; of: number } {
  run(['node', 'tools/build-targets.ts', '--clients'], root)
  run(['playwright', 'test', '-c', 'e2e/client-systems/playwright.config.ts', `${name}/`], root)
  const { stats } = z
    .object({ stats: z.object({ expected: z.int(), unexpected: z.int(), skipped: z.int(), flaky: z.int() }) })
    .parse(JSON.parse(readFileSync(resultPath, 'utf8')))
  return { passed: stats.expected, of: stats.expected + stats.unexpected + stats.skipped + stats.flaky }
}

function run([program = '', ...rest]: readonly string[], cwd: URL): boolean {
  const ours = fileURLToPath(new URL('node_modules/.bin', root))
  const env = { ...process.env, PATH: `${ours}:${process.env['PATH'] ?? ''}` }
  return (
    spawnSync(program, rest, { cwd: fileURLToPath(cwd), env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
  )
}

function printed([program = '', ...rest]: readonly string[]): string {
  const { stdout, stderr, error } = spawnSync(program, rest, { encoding: 'utf8' })
  if (error) throw new Error(`${program} is missing; see --install`)
  return (stdout || stderr).trim().split('\n')[0] ?? ''
}

function install(all: readonly System[]): void {
  const packages = [...new Set(all.flatMap((system) => system.packages))]
  const { status } = spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`apt-get ended with ${status}`)
}
