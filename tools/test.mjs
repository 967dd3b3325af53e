/**
 * `npm test`: everything that must hold, checks first, and at the end the files that took longest.
 * `npm test -- <pattern>`: only the test files and journeys whose path contains the pattern. Options that follow, such as
 * `-t "part of a title"`, go to the runner. Ends with 1 when anything fails.
 * `npm run nightly`: all of what `npm test` takes in turn (0083), with the date as seed of all random tests and eighty times as many inputs
 * for each property, then the benchmark that kills processes twenty times, and what asks captchas for something over two cells (0119). It also installs and runs the client libraries of
 * `e2e/libraries/more` and the generators of clients in `e2e/generated-clients`.
 *
 * Random tests draw from TEST_SEED, in `npm test` always the same. TEST_RUNS multiplies the inputs of each property; without it an eighth
 * of them is tried.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beginChecks } from './check.mjs'
import { begin, build, capture, install, installIn, projectNode, root, run, runSteps } from './prepare.mjs'

const units = (args) => run('vitest', ['run', ...args])
/** Node reads TypeScript by itself; what the runner makes of it with Babel takes a fresh machine ten seconds of one core (0131). */
function journeys(args) {
  process.env.PW_DISABLE_TS_ESM = '1'
  return run('playwright', ['test', '-c', 'e2e/playwright.config.ts', ...args])
}

/** Promises that nobody waits for; those of Node's own test runner, in the tests of examples, nobody has to. */
const rule = ['-A', 'all', '-D', 'typescript/no-floating-promises']
const promises = ['--quiet', '--type-aware', ...rule, '--ignore-pattern', 'content/examples/**/*.test.mjs']

/** Tests whose captchas lie in the second of two cells, or in both in turn, where TEST_CELLS says so. */
const inTwoCells = [
  'services/captcha',
  ...['admin-site', 'api-calls', 'archive', 'end-of-solutions', 'exports', 'partner-programme', 'plan-limits'].map(
    (name) => `server/${name}.test.ts`,
  ),
]
/** Journeys that live on what captchas have stored. */
const journeysInTwoCells = ['alerts-and-outages', 'captcha-settings', 'pages-by-role', 'verification-log']

/** What others generate clients with and lint the description with, in packages of their own: the former ask for another TypeScript. */
const generators = 'e2e/generated-clients'
const args = process.argv.slice(2)
const isNightly = args[0] === '--nightly'
// Each file that has processes of its own loads the runner again.
process.env.NODE_COMPILE_CACHE ||= join(root, '.build/compiled')
process.env.TEST_SEED ||= isNightly ? new Date().toISOString().slice(0, 10).replaceAll('-', '') : '20260101'
if (isNightly) process.env.TEST_RUNS ||= '10'
const drawn = ['TEST_SEED', 'TEST_RUNS']
  .filter((name) => process.env[name])
  .map((name) => `${name}=${process.env[name]}`)

await install()
console.log(`Random tests use seed ${process.env.TEST_SEED}; repeat with ${drawn.join(' ')}.`)
const isWhole = isNightly || args.length === 0
const failed = isWhole ? await testAll() : await testSome(args)
if (failed > 0) console.log(`The seed was ${process.env.TEST_SEED}; repeat with ${drawn.join(' ')}.`)
process.exit(failed === 0 ? 0 : 1)

async function testAll() {
  const begun = performance.now()
  // Most of either uses one core: side by side they take as long as the longer one. Checks read sources alone, tests open what was built.
  const built = begin(() => capture(projectNode(), ['tools/build-targets.ts']).then(prepareProduct))
  const checks = beginChecks()
  if (isNightly) for (const folder of [generators, 'e2e/libraries/more']) await installIn(folder)
  const times = join(root, '.build/file-times.jsonl')
  rmSync(times, { force: true })
  process.env.FILE_TIMES = times
  const failed = await runSteps([
    ...checks,
    // Asks for the types of everything, which takes a minute of a core and has found nothing so far (0131).
    ...(isNightly ? [['Promises', () => capture('oxlint', promises)]] : []),
    ['Build', built],
    ['Tests', () => units([])],
    ['Journeys', () => journeys([])],
    ...(isNightly
      ? [
          ['Twenty kills', () => run(projectNode(), ['benchmarks/kill/run.ts'])],
          ['Captchas in two cells', testTwoCells],
        ]
      : []),
  ])
  printSlowest(times, 20)
  console.log(`\nAll of it took ${Math.round((performance.now() - begun) / 1000)} s.`)
  return failed
}

/** Whatever asks cell 0 for what lies in another fails here (0119). Random tests draw as few inputs as by day: they have had theirs. */
async function testTwoCells() {
  const { TEST_RUNS } = process.env
  process.env.TEST_CELLS = '2'
  delete process.env.TEST_RUNS
  try {
    await units(['--project', 'together', ...inTwoCells])
    await journeys(journeysInTwoCells.map((name) => `e2e/${name}.spec.ts`))
  } finally {
    delete process.env.TEST_CELLS
    if (TEST_RUNS !== undefined) process.env.TEST_RUNS = TEST_RUNS
  }
}

/** For the many starts of the product in this run (0107). A single file starts it from its sources, which is as fast for one start. */
async function prepareProduct() {
  await capture(projectNode(), ['tools/prepare-product.ts'])
  process.env.PREPARED_PRODUCT = join(root, '.build/product')
}

async function testSome([pattern, ...options]) {
  const all = testFiles()
  const wanted = all.filter((file) => file.includes(pattern.replace(/^\.\//u, '')))
  const [specs, tests] = [wanted.filter(isJourney), wanted.filter((file) => !isJourney(file))]
  if (wanted.length === 0) {
    console.error(`No test file has "${pattern}" in its path.`)
    return 1
  }
  if (wanted.includes('server/generated-clients.test.ts')) await installIn(generators)
  // Tests of packages and services read sources alone; the others open what was built.
  await build(wanted.every((file) => /^(?:packages|services|sites)\//u.test(file)) ? ['--clients'] : [])
  return runSteps([
    ...(tests.length > 0 ? [['Tests', () => units([...tests, ...options])]] : []),
    ...(specs.length > 0
      ? [['Journeys', () => journeys([...specs, ...options.map((option) => (option === '-t' ? '-g' : option))])]]
      : []),
  ])
}

/** Each line of the file is of one test file; the figures are those of its tests and hooks. */
function printSlowest(times, count) {
  if (!existsSync(times)) return
  const lines = readFileSync(times, 'utf8').trim().split('\n')
  const slowest = lines
    .map((line) => JSON.parse(line))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
  console.log(`\nThe slowest ${slowest.length} of ${lines.length} files, in seconds:`)
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`)
}

function isJourney(file) {
  return file.endsWith('.spec.ts')
}

/** Paths from the root, of everything but what tools write. */
function testFiles() {
  const made = new Set(['node_modules', 'build', 'dist', 'results'])
  const inside = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return made.has(entry.name) || entry.name.startsWith('.') ? [] : inside(path)
      return /\.(?:test\.tsx?|spec\.ts)$/u.test(entry.name) ? [path] : []
    })
  return ['packages', 'services', 'client', 'sites', 'server', 'benchmarks', 'tools', 'e2e'].flatMap(inside)
}
