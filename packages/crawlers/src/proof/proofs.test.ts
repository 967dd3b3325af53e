import { expect, test } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { createIdentify } from './identify.ts'
import { compileRanges, type PublishedRanges } from './published-ranges.ts'
import { createReverseNames, type NameService } from './reverse-names.ts'

const start = Date.parse('2026-10-20T12:00:00Z')
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const gptbot = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'
const [theirs, liar] = ['66.249.66.1', '203.0.113.9']
const nobody = Object.assign(new Error('none'), { code: 'ENOTFOUND' })
const away = Object.assign(new Error('away'), { code: 'ESERVFAIL' })

type Answers = Readonly<Record<string, readonly string[] | Error>>

/** A name service with these answers, which counts the questions. */
function setUp(answers: Answers, lists: readonly PublishedRanges[] = [], limitMs = 1_000) {
  const state = { now: start, asked: 0, answers }
  const answer = async (question: string): Promise<readonly string[]> => {
    state.asked++
    const found = state.answers[question] ?? nobody
    if (found instanceof Error) throw found
    return found
  }
  const dns: NameService = { reverse: answer, resolve4: answer, resolve6: answer }
  const now = (): number => state.now
  const names = createReverseNames({ dns, now, limitMs })
  const identify = createIdentify({ catalogue: catalogue(), ranges: compileRanges(lists), names, now })
  const verdict = async (address: string, userAgent = googlebot) => {
    const identified = await identify({ address, userAgent })
    return identified && `${identified.verdict} ${identified.by}`
  }
  return { state, identify, verdict }
}

const genuine: Answers = { [theirs]: ['crawl-66-249-66-1.googlebot.com'], 'crawl-66-249-66-1.googlebot.com': [theirs] }

test.for<[what: string, answers: Answers, verdict: string]>([
  ['its name leads back', genuine, 'VERIFIED NAMES'],
  ['a dot and capitals', { ...genuine, [theirs]: ['CRAWL-66-249-66-1.GoogleBot.com.'] }, 'VERIFIED NAMES'],
  ['one of two names', { ...genuine, [theirs]: ['x.example', 'crawl-66-249-66-1.googlebot.com'] }, 'VERIFIED NAMES'],
  ['it has no name', {}, 'SPOOFED NAMES'],
  ['another name', { [theirs]: ['host.example'], 'host.example': [theirs] }, 'SPOOFED NAMES'],
  ['a name that only ends alike', { [theirs]: ['evilgooglebot.com'], 'evilgooglebot.com': [theirs] }, 'SPOOFED NAMES'],
  ['the domain in front', { [theirs]: ['googlebot.com.evil.example'] }, 'SPOOFED NAMES'],
  ['the bare domain', { [theirs]: ['googlebot.com'], 'googlebot.com': [theirs] }, 'SPOOFED NAMES'],
  ['a name cut by NUL', { [theirs]: ['x.example\u0000.googlebot.com'] }, 'SPOOFED NAMES'],
  ['a borrowed name', { ...genuine, 'crawl-66-249-66-1.googlebot.com': ['66.249.66.2'] }, 'SPOOFED NAMES'],
  ['a name that is not there', { [theirs]: ['a.googlebot.com'] }, 'SPOOFED NAMES'],
  ['reverse DNS is away', { [theirs]: away }, 'UNKNOWN null'],
  ['forward DNS is away', { ...genuine, 'crawl-66-249-66-1.googlebot.com': away }, 'UNKNOWN null'],
])('who says Googlebot, and %s, is %s', async ([, answers, expected]) =>
  expect(await setUp(answers).verdict(theirs)).toBe(expected),
)

test('an IPv6 address is confirmed in whatever spelling', async () => {
  const address = '2001:4860:4801:10::1'
  const name = 'crawl-1.googlebot.com'
  const { verdict } = setUp({ [address]: [name], [name]: ['2001:4860:4801:0010:0:0:0:1'] })
  expect(await verdict(address)).toBe('VERIFIED NAMES')
})

test('a name that anyone can rent neither proves nor refutes', async () => {
  const feedfetcher = 'FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)'
  const name = 'any.gae.googleusercontent.com'
  const { verdict } = setUp({ [liar]: [name], [name]: [liar] })
  expect(await verdict(liar, feedfetcher)).toBe('UNKNOWN null')
  expect(await verdict(liar)).toBe('SPOOFED NAMES')
})

test('answers are remembered: those who are confirmed through an outage of two days, liars for an hour', async () => {
  const { state, verdict } = setUp(genuine)
  expect([await verdict(theirs), await verdict(theirs), state.asked]).toEqual(['VERIFIED NAMES', 'VERIFIED NAMES', 2])
  expect([await verdict(liar), await verdict(liar), state.asked]).toEqual(['SPOOFED NAMES', 'SPOOFED NAMES', 3])
  state.answers = { [theirs]: away, [liar]: away }
  state.now += 24 * 3_600_000
  expect([await verdict(theirs), await verdict(theirs)]).toEqual(['VERIFIED NAMES', 'VERIFIED NAMES'])
  expect(state.asked).toBe(4)
  expect(await verdict(liar)).toBe('UNKNOWN null')
  state.now += 25 * 3_600_000
  expect(await verdict(theirs)).toBe('UNKNOWN null')
  state.answers = genuine
  expect(await verdict(theirs)).toBe('UNKNOWN null')
  state.now += 31_000
  expect(await verdict(theirs)).toBe('VERIFIED NAMES')
})

test('who was confirmed and has lost the name is refused once the answer is due', async () => {
  const { state, verdict } = setUp(genuine)
  expect(await verdict(theirs)).toBe('VERIFIED NAMES')
  state.answers = {}
  state.now += 7 * 3_600_000
  expect([await verdict(theirs), await verdict(theirs)]).toEqual(['SPOOFED NAMES', 'SPOOFED NAMES'])
})

test('one address is asked about once at a time, and 65 at once are not', async () => {
  const waiting: (() => void)[] = []
  const dns: NameService = {
    reverse: (address) => new Promise((resolve) => waiting.push(() => resolve([`${address}.example`]))),
    resolve4: async () => [],
    resolve6: async () => [],
  }
  const names = createReverseNames({ dns, now: () => start })
  const domains = { names: ['googlebot.com'] }
  const checks = Array.from({ length: 64 }, (_, index) => names.check(`192.0.2.${index}`, domains))
  expect(names.check('192.0.2.3', domains)).toBe(checks[3])
  expect(names.check('192.0.2.99', domains)).toBe('UNKNOWN')
  for (const answer of waiting) answer()
  expect(new Set(await Promise.all(checks))).toEqual(new Set(['OTHER']))
})

test('a name service that never answers costs the time that is set, and then nothing for a while', async () => {
  const dns: NameService = { reverse: () => new Promise(() => {}), resolve4: async () => [], resolve6: async () => [] }
  const names = createReverseNames({ dns, now: () => start, limitMs: 1 })
  expect(await names.check(theirs, { names: ['googlebot.com'] })).toBe('UNKNOWN')
  expect(names.check(theirs, { names: ['googlebot.com'] })).toBe('UNKNOWN')
})

const list = (date: string): PublishedRanges => ({ id: 'gptbot', source: '', date, networks: ['20.171.206.0/23'] })

test.for<[lists: readonly PublishedRanges[], address: string, verdict: string]>([
  [[list('2026-10-05')], '20.171.207.7', 'VERIFIED RANGES'],
  [[list('2026-10-05')], liar, 'SPOOFED RANGES'],
  [[list('2026-10-05')], 'no address', 'SPOOFED RANGES'],
  // 90 days and 12 hours.
  [[list('2026-07-22')], '20.171.207.7', 'UNKNOWN null'],
  [[list('2026-07-22')], liar, 'UNKNOWN null'],
  [[list('2026-12-01')], '20.171.207.7', 'UNKNOWN null'],
  [[], liar, 'UNKNOWN null'],
  [[{ ...list('2026-10-06'), networks: ['192.0.2.0/24'] }, list('2026-10-05')], '20.171.207.7', 'SPOOFED RANGES'],
])('who says GPTBot is judged by the newest list: %j for %s is %s', async ([lists, address, expected]) =>
  expect(await setUp({}, lists).verdict(address, gptbot)).toBe(expected),
)

test('a list that holds the address spares the questions, and one that is old changes nothing about names', async () => {
  const fresh = { id: 'googlebot', source: '', date: '2026-10-19', networks: ['66.249.66.0/24'] }
  const { state, verdict } = setUp({}, [fresh])
  expect([await verdict(theirs), state.asked]).toEqual(['VERIFIED RANGES', 0])
  expect(await verdict(liar)).toBe('SPOOFED NAMES')
  expect(await setUp(genuine, [{ ...fresh, date: '2026-01-01' }]).verdict(theirs)).toBe('VERIFIED NAMES')
})

test('a signature proves who it is, with whatever user agent; people are asked nothing', async () => {
  const { identify, state } = setUp({})
  const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36'
  const signed = identify({ address: liar, userAgent: browser, signedBy: 'https://chatgpt.com' })
  expect(signed).toMatchObject({ crawler: { name: 'ChatGPT agent' }, verdict: 'VERIFIED', by: 'SIGNATURE' })
  expect(identify({ address: liar, userAgent: browser })).toBeNull()
  expect(identify({ address: liar, userAgent: browser, signedBy: 'https://unknown.example' })).toBeNull()
  expect(identify({ address: liar, userAgent: 'Miniflux/2' })).toMatchObject({ verdict: 'CLAIMED', by: null })
  expect(state.asked).toBe(0)
})
