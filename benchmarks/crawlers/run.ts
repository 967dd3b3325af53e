/**
 * What CPU time it costs to tell who a user agent says it is: the ordinary ones of the package and of browsers, and 8 kB made to be slow, beside
 * the package's regular expressions one after the other. Exits with 1 above 5 microseconds for an ordinary user agent, or 50 for any.
 * Run: node_modules/.bin/node benchmarks/crawlers/run.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { catalogue } from '@bollard/crawlers'
import packaged from 'crawler-user-agents'

const rounds = 9
const ordinaryMax = 5
const anyMax = 50

const started = performance.now()
const { named, crawlers, unread } = catalogue()
const compileMs = performance.now() - started
const expressions = packaged
  .filter(({ pattern }) => !unread.includes(pattern))
  .map(({ pattern }) => new RegExp(pattern))

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const workloads: Record<string, readonly string[]> = {
  crawlers: packaged.flatMap(({ instances }) => instances.slice(0, 3)),
  browsers: Array.from(
    { length: 2_000 },
    (_, index) => `${chrome} Chrome/${100 + (index % 50)}.0.${index}.0 Safari/537.36`,
  ),
  '8 kB of one letter': ['a'.repeat(8_192)],
  '8 kB of names': ['SpiderGPTBotAhrefsBot'.repeat(400)],
  '8 kB of nearly names': ['Current RSS ReadeSpider spider.co'.repeat(250)],
}

const results = Object.entries(workloads).map(([name, agents]) => {
  const repeats = Math.ceil(20_000 / agents.length)
  return {
    name,
    microseconds: time(agents, repeats, (agent) => named(agent) !== null),
    oneByOneMicroseconds: time(agents, 1, (agent) => expressions.some((expression) => expression.test(agent))),
  }
})
const result = {
  measuredAt: new Date().toISOString(),
  machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
  crawlers: crawlers.length,
  compileMs: round(compileMs),
  results,
}
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('crawlers.json', folder), `${JSON.stringify(result, null, 2)}\n`)
console.table(Object.fromEntries(results.map(({ name, ...figures }) => [name, figures])))
for (const { name, microseconds } of results)
  if (microseconds > (name.startsWith('8 kB') ? anyMax : ordinaryMax)) process.exitCode = 1

/** Median of the rounds, in microseconds for one user agent. */
function time(agents: readonly string[], repeats: number, tell: (agent: string) => boolean): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage()
    let count = 0
    for (let repeat = 0; repeat < repeats; repeat++) for (const agent of agents) if (tell(agent)) count++
    if (count > repeats * agents.length) throw new Error('more were told than asked')
    const { user, system } = process.cpuUsage(before)
    return (user + system) / (repeats * agents.length)
  })
  return round(times.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
