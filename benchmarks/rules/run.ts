/**
 * What the rules of a site cost a request: 200 rules of each kind of condition, and all kinds mixed, beside the same rules asked one
 * after the other. Both must decide alike on every visitor, or nothing is reported.
 * Run: node_modules/.bin/node benchmarks/rules/run.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { compileRules, type Rule } from '@bollard/visitor-rules'
import { compileOneByOne } from './one-by-one.ts'
import { conditionOf, createRandom, rulesOf, visitorsOf } from './workloads.ts'

const ruleCount = 200
const rounds = 7
const visitorsPerRound = 20_000
const now = Date.now()
const nameOf = (asn: number): string => `operator of system ${asn} curl ${asn % 1_000}`

const random = createRandom(1)
const kinds = Object.entries(conditionOf)
const mixable = kinds.filter(([name]) => !name.includes('500') && !name.includes('50 globs'))
const workloads: Record<string, readonly Rule[]> = {
  ...Object.fromEntries(kinds.map(([name, make]) => [name, rulesOf(ruleCount, () => [make(random)])])),
  'all kinds mixed, 1 condition a rule': rulesOf(ruleCount, (index) => [pick(index)]),
  'all kinds mixed, 3 conditions a rule': rulesOf(ruleCount, (index) => [
    pick(index),
    pick(index + 1),
    pick(index + 2),
  ]),
}

const results = Object.entries(workloads).map(([name, rules]) => measure(name, rules))
const result = {
  measuredAt: new Date().toISOString(),
  machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
  rules: ruleCount,
  results,
}
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('rules.json', folder), `${JSON.stringify(result, null, 2)}\n`)
console.table(Object.fromEntries(results.map(({ name, ...figures }) => [name, figures])))

function pick(index: number) {
  const [, make] = mixable[index % mixable.length] ?? []
  if (make === undefined) throw new Error('there are no conditions to mix')
  return make(random)
}

function measure(name: string, rules: readonly Rule[]) {
  const started = performance.now()
  const ours = compileRules(rules, { nameOf })
  const compileMs = performance.now() - started
  const theirs = compileOneByOne(rules, nameOf)
  const times: { ours: number[]; oneByOne: number[] } = { ours: [], oneByOne: [] }
  let decided = 0
  for (let round = 0; round < rounds; round++) {
    const visitors = visitorsOf(visitorsPerRound, random)
    // The plain way can be a thousand times slower: fewer visitors tell its time as well.
    const few = visitors.slice(0, visitorsPerRound / 20)
    const expected = few.map((visitor) => theirs(visitor, now))
    const found = few.map((visitor) => ours.atStart(visitor, now).rule)
    const wrong = expected.findIndex((rule, index) => rule !== found[index])
    if (wrong !== -1)
      throw new Error(`${name}: rule ${found[wrong]} instead of ${expected[wrong]} for ${JSON.stringify(few[wrong])}`)

    // Made anew, because what was looked at before is faster to look at again.
    const fresh = visitorsOf(visitorsPerRound, random)
    let start = performance.now()
    for (const visitor of fresh) if (ours.atStart(visitor, now).rule !== 0) decided++
    times.ours.push(((performance.now() - start) * 1_000) / fresh.length)
    const others = visitorsOf(few.length, random)
    start = performance.now()
    for (const visitor of others) theirs(visitor, now)
    times.oneByOne.push(((performance.now() - start) * 1_000) / others.length)
  }
  const [microseconds, oneByOneMicroseconds] = [median(times.ours), median(times.oneByOne)]
  return {
    name,
    microseconds: round2(microseconds),
    oneByOneMicroseconds: round2(oneByOneMicroseconds),
    timesFaster: Math.round(oneByOneMicroseconds / microseconds),
    decidedShare: round2(decided / (rounds * visitorsPerRound)),
    compileMs: round2(compileMs),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
