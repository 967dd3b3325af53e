/**
 * What a page's content policy costs its visitors: the hash rate of the thread that solves and the time from the start of a
 * check to its token, under every policy of `page-policies.ts`, in Chromium and, where there is one, in Firefox. Fresh
 * profiles, no driver, all policies in turn. Linux only, as it reads the threads' processor time.
 *   node benchmarks/policies/run.ts [--visits 3] [--browser Chromium] [--policy id] [--date 2026-11-21T12:00:00Z]
 * `FIREFOX` names another Firefox than the system's. With `--browser` the other browser's rows stay as they were measured;
 * with `--policy` nothing is written.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { findChromium, findFirefox, type MeasuredBrowser } from './browsers.ts'
import { pagePolicies } from './page-policies.ts'
import { type Result, resultSchema, type Row } from './result.ts'
import { defaultWork } from '../../packages/bot-score/src/work.ts'
import { type Visit, visit } from './visit.ts'
import { writeTables } from './tables.ts'

const { values } = parseArgs({
  options: {
    visits: { type: 'string', default: '3' },
    browser: { type: 'string' },
    policy: { type: 'string' },
    date: { type: 'string' },
  },
})
const visits = Number(values.visits)
const policies = pagePolicies.filter(({ id }) => values.policy === undefined || id === values.policy)

const chromium = await findChromium()
const firefox = findFirefox()
if (firefox === undefined) console.log('There is no Firefox on this machine; FIREFOX=/path names one.')
const all = new Map<string, Visit[]>()
const keyOf = (browser: MeasuredBrowser, policy: string) => `${browser.name} ${policy}`
const browsers = [chromium, ...(firefox ? [firefox] : [])].filter(
  ({ name }) => values.browser === undefined || name === values.browser,
)
for (let round = 0; round < visits; round++)
  for (const browser of browsers)
    for (const policy of policies) {
      const one = await visit(browser, policy)
      console.log(
        browser.name,
        policy.id,
        one.solvedOn,
        `${Math.round(one.msToToken)} ms`,
        one.rates.map((rate) => `${(rate / 1000).toFixed(2)} MH/s`).join(', '),
        one.broken.join('; '),
      )
      const key = keyOf(browser, policy.id)
      all.set(key, [...(all.get(key) ?? []), one])
    }

const file = new URL('../results/policies.json', import.meta.url)
const rows = browsers.flatMap((browser) =>
  policies.map(({ id }) => rowOf(browser, id, all.get(keyOf(browser, id)) ?? [])),
)
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  chromium: chromium.version,
  firefox: firefox?.version ?? null,
}
const kept = values.browser === undefined ? [] : readRows().filter(({ browser }) => browser !== values.browser)
const result: Result = {
  measuredAt: values.date ?? new Date().toISOString(),
  machine,
  work: defaultWork.min,
  visits,
  rows: [...kept, ...rows],
}
if (values.policy === undefined) {
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  writeTables(result)
}

function readRows(): readonly Row[] {
  return existsSync(file) ? resultSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).rows : []
}

function rowOf({ name }: MeasuredBrowser, policy: string, seen: readonly Visit[]): Row {
  const [first] = seen
  if (first === undefined || seen.some(({ solvedOn }) => solvedOn !== first.solvedOn))
    throw new Error(`${name} did not always solve in the same place under "${policy}"`)
  const addresses = /https?:\/\/\S+?(?=[/\s]|$)/gu
  const rates = seen.flatMap((one) => one.rates.map((rate) => rate / 1000))
  return {
    policy,
    browser: name,
    solvedOn: first.solvedOn,
    megahashes: { best: rounded(Math.max(...rates)), median: rounded(median(rates)) },
    secondsToToken: {
      best: rounded(Math.min(...seen.map(({ msToToken }) => msToToken)) / 1000),
      median: rounded(median(seen.map(({ msToToken }) => msToToken)) / 1000),
    },
    broken: [...new Set(seen.flatMap(({ broken }) => broken.map((text) => text.replace(addresses, '…').trim())))],
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100
}
