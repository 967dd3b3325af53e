import { countries, type Facts, type Rule, type RuleCondition } from '@bollard/visitor-rules'

/** A generator of whole numbers below a bound, the same in every run (mulberry32). */
export function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
type Random = ReturnType<typeof createRandom>

const words = [
  'scrapy',
  'headless',
  'curl',
  'python-requests',
  'go-http-client',
  'okhttp',
  'wget',
  'phantom',
  'ahrefs',
  'semrush',
  'mj12',
  'dotbot',
  'petal',
  'bytespider',
  'gptbot',
  'ccbot',
  'libwww',
  'java',
  'axios',
  'node-fetch',
  'aiohttp',
  'httpx',
  'winhttp',
  'mechanize',
  'nutch',
  'heritrix',
  'zgrab',
  'masscan',
  'nikto',
  'sqlmap',
]
const kinds = ['access', 'hosting', 'vpn', 'tor', 'relay', 'unknown'] as const

const group = (random: Random) => random(0x1_0000).toString(16)
const ipv4 = (random: Random) => `${1 + random(223)}.${random(256)}.${random(256)}.${random(256)}`
const ipv6 = (random: Random) =>
  `${(0x2a00 + random(16)).toString(16)}:${group(random)}:${group(random)}:${group(random)}::${group(random)}`
const word = (random: Random) => words[random(words.length)] ?? ''
const some = <Value>(random: Random, most: number, make: (random: Random) => Value) =>
  Array.from({ length: 1 + random(most) }, () => make(random))

/** One condition of each kind, of the size that rules of real sites have. */
export const conditionOf: Record<string, (random: Random) => RuleCondition> = {
  country: (random) => ({
    field: 'country',
    not: false,
    values: some(random, 10, () => countries[random(countries.length)] ?? 'DE'),
  }),
  continent: (random) => ({
    field: 'continent',
    not: false,
    values: (['AF', 'AN', 'AS', 'OC', 'SA'] as const).slice(random(5)),
  }),
  asn: (random) => ({ field: 'asn', not: false, values: some(random, 20, () => 1 + random(60_000)) }),
  networkKind: (random) => ({ field: 'networkKind', not: false, values: [kinds[random(kinds.length)] ?? 'tor'] }),
  network: (random) => ({
    field: 'network',
    not: false,
    values: some(random, 5, () => `*${word(random)} ${random(1_000)}*`),
  }),
  'IPv4 networks, 50 a rule': (random) => ({
    field: 'ip',
    not: false,
    values: Array.from({ length: 50 }, () => `${ipv4(random)}/${16 + random(17)}`),
  }),
  'IPv4 networks, 500 a rule': (random) => ({
    field: 'ip',
    not: false,
    values: Array.from({ length: 500 }, () => `${ipv4(random)}/${20 + random(13)}`),
  }),
  'IPv6 networks, 50 a rule': (random) => ({
    field: 'ip',
    not: false,
    values: Array.from({ length: 50 }, () => `${ipv6(random)}/${32 + random(97)}`),
  }),
  'user agents, 5 globs a rule': (random) => ({
    field: 'userAgent',
    not: false,
    values: Array.from({ length: 5 }, () => `*${word(random)}/${random(30)}.${random(100)}*`),
  }),
  'user agents, 50 globs a rule': (random) => ({
    field: 'userAgent',
    not: false,
    values: Array.from({ length: 50 }, () => `*${word(random)}*${random(30)}.${random(1_000)}*`),
  }),
  language: (random) => ({
    field: 'language',
    not: false,
    values: [`${String.fromCharCode(97 + random(26))}${String.fromCharCode(97 + random(26))}`],
  }),
  hostname: (random) => ({
    field: 'hostname',
    not: false,
    values: some(random, 5, () => `${random(2) === 0 ? '*' : 'shop'}.${word(random)}${random(100)}.example`),
  }),
  path: (random) => ({
    field: 'path',
    not: false,
    values: some(random, 5, () => `/${word(random)}/${random(1_000)}/*`),
  }),
  action: (random) => ({
    field: 'action',
    not: false,
    values: some(random, 5, () => `${word(random)}-${random(1_000)}`),
  }),
}

/** `count` rules with the conditions that `make` gives each; they all ask for extra work, so that none waits. */
export function rulesOf(count: number, make: (index: number) => readonly RuleCondition[]): Rule[] {
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    priority: index * 10,
    enabled: true,
    dryRun: false,
    expiresAt: null,
    conditions: make(index),
    action: { type: 'CHALLENGE' },
  }))
}

/** Visitors of whom no two are alike, with the strings of a real request: flat, and never seen before. */
export function visitorsOf(count: number, random: Random): Facts[] {
  const flat = (text: string) => Buffer.from(text).toString('latin1')
  return Array.from({ length: count }, () => ({
    address: flat(random(3) === 0 ? ipv6(random) : ipv4(random)),
    country: countries[random(countries.length)] ?? null,
    asn: 1 + random(60_000),
    networkKind: kinds[random(kinds.length)] ?? 'unknown',
    userAgent: flat(
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + random(60)}.0.${random(9_000)}.0 Safari/537.36`,
    ),
    language: flat(`${String.fromCharCode(97 + random(26))}${String.fromCharCode(97 + random(26))}`),
    hostname: flat(`www.${word(random)}${random(1_000)}.example`),
    path: flat(`/${word(random)}/${random(10_000)}`),
    action: flat(`${word(random)}-${random(10_000)}`),
  }))
}
