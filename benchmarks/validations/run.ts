/**
 * What it costs to judge a form, beside validator.js in the same run; how well a spam filter that was taught half of a
 * public corpus tells the other half; how often changed texts are still found to be nearly the same; and where the
 * lists of disposable domains agree. No network. Exits with 1 where a form takes more than 5 ms, or the filter is right
 * about spam in fewer than 97 of 100 cases.
 * Run: `npm ci` in benchmarks/validations/peers, once; then node_modules/.bin/node benchmarks/validations/run.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import { seededRandom } from '@bollard/testing/seed'
import {
  createSpamFilter,
  distanceMax,
  distanceOf,
  disposableBy,
  type FieldRule,
  fingerprintOf,
  judgeField,
  judgeForm,
  shippedLists,
} from '@bollard/validations'
import { type Mail, readCorpus } from './corpus.ts'

const validator: {
  isEmail(text: string): boolean
  isMobilePhone(text: string): boolean
  isIBAN(text: string): boolean
  isVAT(text: string, country: string): boolean
  isURL(text: string): boolean
} = createRequire(new URL('peers/package.json', import.meta.url))('validator')

const [formMsMax, precisionMin] = [5, 0.97]
const [rounds, formsOfRound] = [9, 400]
const now = () => new Date()
const lists = shippedLists()
const random = seededRandom('validations')
/** Answers at once, so that only our own work is measured. */
const resolver = {
  resolveMx: async () => [{ exchange: 'mx.example', priority: 5 }],
  resolveAddresses: async () => [],
}
const corpus = readCorpus()
const halves: [Mail[], Mail[]] = [[], []]
for (const mail of corpus) halves[random() < 0.5 ? 0 : 1].push(mail)
const { filter, figures: spam } = await teach()

const rules = {
  email: { kind: 'EMAIL', resolver, disposable: disposableBy(lists, now), roles: 'FLAG' },
  phone: { kind: 'PHONE', country: 'DE', now },
  iban: { kind: 'IBAN' },
  vatId: { kind: 'VAT_ID' },
  page: { kind: 'URL', protectedDomains: ['shop.example'] },
  message: { kind: 'TEXT', scripts: ['Latin'], languages: ['en'], personalData: 'FLAG', country: 'DE', spam: filter },
} as const satisfies Record<string, FieldRule>
const message =
  'Hello, I ordered a blue jacket on Monday and it has not arrived yet. The number of the order is 4711, and the shop ' +
  'says that it was sent on Tuesday. Could you tell me where it is, please? I would need it for a journey next week. ' +
  'My telephone number is above. Many thanks!'
const form = (index: number) => ({
  email: `ada.${index}@shop${index}.example`,
  phone: `030 ${1_000_000 + index}`,
  iban: 'DE89 3704 0044 0532 0130 00',
  vatId: 'DE136695976',
  page: `https://shop.example/orders/${index}`,
  message: `${message} ${index}`,
})
const peer = {
  email: (text: string) => validator.isEmail(text),
  phone: (text: string) => validator.isMobilePhone(text),
  iban: (text: string) => validator.isIBAN(text),
  vatId: (text: string) => validator.isVAT(text, 'DE'),
  page: (text: string) => validator.isURL(text),
}

const formMs = await millisecondsOf(async (index) => judgeForm(form(index), rules))
const fields: Record<string, { microseconds: number; validatorMicroseconds?: number; ratio?: number }> = {}
for (const [name, rule] of Object.entries(rules) as [keyof typeof rules, FieldRule][]) {
  const microseconds = 1_000 * (await millisecondsOf((index) => judgeField(form(index)[name], rule)))
  const theirs = name === 'message' ? undefined : peer[name]
  if (theirs === undefined) fields[name] = { microseconds: round(microseconds) }
  else {
    const other = 1_000 * (await millisecondsOf(async (index) => theirs(form(index)[name])))
    fields[name] = {
      microseconds: round(microseconds),
      validatorMicroseconds: round(other),
      ratio: round(microseconds / other),
    }
  }
}
const result = {
  measuredAt: new Date().toISOString(),
  machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
  formMs: round(formMs),
  fields,
  spam,
  nearDuplicates: findChanged(),
  disposable: compareLists(),
}
mkdirSync(new URL('../results/', import.meta.url), { recursive: true })
writeFileSync(new URL('../results/validations.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
console.log(JSON.stringify(result, null, 2))
if (formMs > formMsMax || spam.precision < precisionMin) process.exitCode = 1

/** Learns one half in random order and judges the other. */
async function teach() {
  const taught = createSpamFilter('key')
  const [known, unknown] = halves
  const start = process.cpuUsage()
  for (const { text, isSpam } of known) taught.learn(text, isSpam ? 'SPAM' : 'HAM')
  const { user, system } = process.cpuUsage(start)
  const judged = await Promise.all(
    unknown.map(async ({ text, isSpam }) => ({ isSpam, score: (await taught.judge(text)).score ?? 0.5 })),
  )
  const count = (isSpam: boolean, holds: (score: number) => boolean): number =>
    judged.filter((one) => one.isSpam === isSpam && holds(one.score)).length
  const isCalled = (score: number): boolean => score >= 0.9
  const [right, wrong, missed] = [count(true, isCalled), count(false, isCalled), count(true, (score) => score < 0.9)]
  return {
    filter: taught,
    figures: {
      corpus: 'SpamAssassin public corpus, bodies without headers',
      learned: { spam: known.filter(({ isSpam }) => isSpam).length, ham: known.filter(({ isSpam }) => !isSpam).length },
      judged: { spam: right + missed, ham: judged.length - right - missed },
      precision: round(right / (right + wrong), 4),
      recall: round(right / (right + missed), 4),
      wantedCalledSpam: wrong,
      undecidedSpam: count(true, (score) => score < 0.9 && score > 0.2),
      tokens: taught.state().tokens.length,
      learnMicroseconds: round((user + system) / known.length),
    },
  }
}

/**
 * Texts of 40 to 200 words with words replaced by chance, as templates with other names are; and pairs that have
 * nothing to do with each other.
 */
function findChanged() {
  const texts = corpus
    .filter(({ text }) => between(text.split(' ').length, 40, 200))
    .slice(0, 600)
    .map(({ text }) => text)
  const prints = texts.map((text) => fingerprintOf(text, 'key') ?? 0n)
  const foundAfter = (changes: number): number => {
    const near = texts.filter((text, index) => {
      const words = text.split(' ')
      for (let change = 0; change < changes; change += 1)
        words[Math.floor(random() * words.length)] = `name${Math.floor(random() * 1e6)}`
      return distanceOf(prints[index] ?? 0n, fingerprintOf(words.join(' '), 'key') ?? 0n) <= distanceMax
    })
    return round(near.length / texts.length, 3)
  }
  const pairs = prints.flatMap((one, index) => prints.slice(0, index).map((other) => distanceOf(one, other)))
  return {
    texts: texts.length,
    foundAfterChanging: { '1 word': foundAfter(1), '2 words': foundAfter(2), '4 words': foundAfter(4) },
    pairs: pairs.length,
    pairsWithinDistance: pairs.filter((distance) => distance <= distanceMax).length,
  }
}

function compareLists() {
  const [one, other] = lists
  if (one === undefined || other === undefined) throw new Error('two lists are compared')
  const both = [...one.domains].filter((domain) => other.domains.has(domain)).length
  const source = disposableBy(lists, now)
  return {
    lists: lists.map(({ name, date, domains }) => ({ name, date, domains: domains.size })),
    both,
    answersToday: source('mailinator.com').isDisposable,
  }
}

function between(value: number, low: number, high: number): boolean {
  return value >= low && value <= high
}

/**
 * CPU milliseconds of this process for one piece of work, the median of the rounds; the first is left out, because the
 * compiler works in it.
 */
async function millisecondsOf(work: (index: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const start = process.cpuUsage()
    for (let index = 0; index < formsOfRound; index += 1) await work(round * formsOfRound + index)
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1_000 / formsOfRound)
  }
  return times.slice(1).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
}

function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}
