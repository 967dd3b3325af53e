import { seededRandom } from '@bollard/testing'
import { expect, test } from 'vitest'
import {
  basePrice,
  createWorld,
  hashesOf,
  hourMs,
  hashesMax,
  noon,
  phoneMs,
  priceOf,
  quantile,
  type World,
} from '../../testing/volume/volume-world.ts'
import type { NetworkFacts } from '../request/network-facts.ts'
import type { Past } from './budgets.ts'

/** A site with 100 visitors an hour from eight operators, known for ten days; one visitor in 25 comes from elsewhere. */
const perHour = 100
const perToken = 1.25
const shares = [0.3, 0.2, 0.15, 0.1, 0.08, 0.07, 0.06, 0.04]
const networksOfOperator = 200

type Visitor = { network: string; asn: number; kind: NetworkFacts['kind'] }

function genuineVisitors(name: string): () => Visitor {
  const random = seededRandom(name)
  return () => {
    if (random() < 0.04) {
      const asn = 70_000 + Math.floor(random() * 300)
      return { network: `21.${asn % 250}.${Math.floor(random() * 250)}.0/24`, asn, kind: 'access' }
    }
    let left = random()
    const index = Math.max(
      0,
      shares.findIndex((share) => (left -= share) < 0),
    )
    return {
      network: `20.${index}.${Math.floor(random() * networksOfOperator)}.0/24`,
      asn: 60_000 + index,
      kind: 'access',
    }
  }
}

/** A world in which the site has its ten days behind it. */
function knownSite(name: string): World {
  const world = createWorld()
  const next = genuineVisitors(`${name} past`)
  const networks: Record<string, Past> = {}
  for (let visit = 0; visit < 10 * 900; visit += 1) {
    const { network } = next()
    networks[network] = { usual: 1, daily: 1, days: Math.min(10, (networks[network]?.days ?? 0) + 1) }
  }
  for (let n = 0; n < 100; n += 1) networks[aged(100)(n).network] = { usual: 3, daily: 3, days: 3 }
  const operators = Object.fromEntries(
    shares.map((share, index) => [
      60_000 + index,
      { usual: (share * perHour) / perToken, daily: (share * 900) / perToken, days: 10 },
    ]),
  )
  world.teach({ usual: perHour, perToken }, { networks, operators })
  return world
}

/** How long 32 sub-puzzles take beside their mean. */
function luck(random: () => number): number {
  let sum = 0
  for (let part = 0; part < 32; part += 1) sum -= Math.log(1 - random())
  return sum / 32
}

interface Attack {
  readonly name: string
  readonly comer: (n: number) => Visitor
  /** Tokens at a millisecond of the hour. */
  readonly at: (n: number) => number
  /** Times the price of an ordinary token; 10 unless a smaller number is known. */
  readonly least?: number
}

const evenly = (n: number): number => (n * hourMs) / 1_000
const hosting =
  (networks: number) =>
  (n: number): Visitor => ({
    network: `30.${Math.floor((n % networks) / 250)}.${(n % networks) % 250}.0/24`,
    asn: 80_000 + (n % Math.min(networks, 7)),
    kind: 'hosting',
  })
const foreign =
  (networks: number) =>
  (n: number): Visitor => ({
    network: `31.${Math.floor((n % networks) / 250)}.${(n % networks) % 250}.0/24`,
    asn: 90_000 + (n % Math.min(networks, 20)),
    kind: 'access',
  })
const amongGenuine =
  (networks: number) =>
  (n: number): Visitor => ({
    // Other networks than those of the visitors, of the same operators.
    network: `20.${n % 8}.${200 + (Math.floor(n / 8) % Math.max(1, Math.floor(networks / 8)))}.0/24`,
    asn: 60_000 + (n % 8),
    kind: 'access',
  })
/** Waves that wait until the attack is over for the site. */
const waves = (n: number): number => Math.floor(n / 167) * 645_000 + (n % 167) * 300
const inNetworksOfVisitors =
  (networks: number) =>
  (n: number): Visitor => ({
    network: `20.${n % 8}.${Math.floor(n / 8) % Math.ceil(networks / 8)}.0/24`,
    asn: 60_000 + (n % 8),
    kind: 'access',
  })
/** Networks that brought three tokens on each of three days, to be known. */
const aged =
  (networks: number) =>
  (n: number): Visitor => ({ network: `23.9.${n % networks}.0/24`, asn: 60_000 + (n % 8), kind: 'access' })

const attacks: readonly Attack[] = [
  ...[10, 100].map((n) => ({ name: `hosting, ${n} networks`, comer: hosting(n), at: evenly })),
  ...[1, 10, 100].map((n) => ({ name: `foreign access, ${n} networks`, comer: foreign(n), at: evenly })),
  { name: 'foreign access, all at once', comer: foreign(100), at: (n) => n * 20 },
  { name: 'waves', comer: foreign(100), at: waves },
  { name: 'networks of the visitors, 8', comer: inNetworksOfVisitors(8), at: evenly },
  { name: 'networks of the visitors, 100', comer: inNetworksOfVisitors(100), at: evenly },
  { name: 'networks of the visitors, 100 all at once', comer: inNetworksOfVisitors(100), at: (n) => n * 20 },
  { name: 'networks of the visitors, 100 in waves', comer: inNetworksOfVisitors(100), at: waves, least: 9.9 },
  // Each has one challenge that no visitor of it would not have: taken in the pace of the visitors, most of these pass for theirs.
  {
    name: 'networks of the visitors, 100 one after the other',
    comer: (n) => inNetworksOfVisitors(100)(Math.floor(n / 10)),
    at: evenly,
    least: 9.4,
  },
  { name: 'aged networks at operators of the visitors, 100', comer: aged(100), at: evenly },
  { name: 'aged networks at operators of the visitors, 100 all at once', comer: aged(100), at: (n) => n * 20 },
  {
    name: 'aged networks at operators of the visitors, 100 one after the other',
    comer: (n) => aged(100)(Math.floor(n / 10)),
    at: evenly,
    least: 9.4,
  },
  ...[8, 100].map((n) => ({ name: `operators of the visitors, ${n} networks`, comer: amongGenuine(n), at: evenly })),
]

function run({ name, comer, at }: Attack) {
  const world = knownSite(name)
  const next = genuineVisitors(`${name} now`)
  const random = seededRandom(`${name} times`)
  const events: { at: number; bot: number | null }[] = []
  for (let time = -hourMs; time < hourMs * 1.5;) {
    time += (-Math.log(1 - random()) * hourMs) / perHour
    events.push({ at: time, bot: null })
  }
  for (let n = 0; n < 1_000; n += 1) events.push({ at: at(n), bot: n })
  events.sort((a, b) => a.at - b.at)
  const people: { at: number; hashes: number }[] = []
  const bots: number[] = []
  let throttledPeople = 0
  let throttledBots = 0
  for (const event of events) {
    const now = noon + event.at
    const issue = world.start({ ...(event.bot === null ? next() : comer(event.bot)), now })
    if (event.bot === null) {
      if (issue.throttle !== null) throttledPeople += 1
      else people.push({ at: event.at, hashes: hashesOf(issue) })
    } else if (issue.throttle !== null) throttledBots += 1
    else bots.push(hashesOf(issue))
  }
  const during = people.filter(({ at: time }) => time >= 0 && time < hourMs)
  // What each of them waits beyond the usual, with the luck of 32 sub-puzzles.
  const waits = during.map(({ hashes }) => phoneMs(hashes) * luck(random) - phoneMs(2 ** 21))
  const price = bots.reduce((sum, hashes) => sum + priceOf(hashes), 0) / bots.length
  return {
    name,
    times: price / basePrice,
    cheap: bots.filter((hashes) => hashes < hashesMax).length,
    bots: bots.length,
    throttledBots,
    throttledPeople,
    median: quantile(waits, 0.5) / 1000,
    p95: quantile(waits, 0.95) / 1000,
    before: people.filter(({ at: time, hashes }) => time < 0 && hashes > 2 ** 21).length,
    after: people.filter(({ at: time, hashes }) => time > hourMs + 600_000 && hashes > 2 ** 21).length,
  }
}

test.for(attacks)('1 000 tokens in an hour cost ten times as much, and visitors hardly wait: $name', (attack) => {
  const { times, bots, throttledBots, throttledPeople, median, p95, before, after } = run(attack)
  // From ten networks of servers not even all of them are to be had.
  expect(bots).toBe(throttledBots === 0 ? 1_000 : 540)
  expect(times).toBeGreaterThanOrEqual(attack.least ?? 10)
  expect(throttledPeople).toBe(0)
  expect(median).toBeLessThanOrEqual(1)
  expect(p95).toBeLessThanOrEqual(4)
  // Nobody paid before. Ten minutes after it only those do whose operator the bots have used as well, for the rest of the hour.
  expect(before).toBe(0)
  if (!attack.name.includes('of the visitors')) expect(after).toBe(0)
})

test('during an attack a network has what its own history says, and no more', () => {
  const network = '24.1.1.0/24'
  const cheap = (past: Past): number => {
    const world = createWorld()
    world.teach({ usual: 2_000, perToken: 1 }, { networks: { [network]: past } })
    for (let n = 0; n < 600; n += 1) world.start({ ...foreign(600)(n), now: noon + n * 100 })
    return Array.from({ length: 400 }, () => world.start({ network, asn: 0, now: noon + 60_000 })).filter(
      ({ bits }) => bits < 4,
    ).length
  }
  expect([
    cheap({ usual: 3, daily: 3, days: 3 }),
    cheap({ usual: 3, daily: 30, days: 3 }),
    cheap({ usual: 30, daily: 300, days: 1 }),
    cheap({ usual: 30, daily: 300, days: 3 }),
    cheap({ usual: 200, daily: 2_000, days: 10 }),
  ]).toEqual([1, 5, 25, 50, 333])
})

test('one network of servers gets 60 tokens of 1 000, with all its tickets', () => {
  const world = createWorld()
  let tokens = 0
  const waiting: { ticket: string; at: number }[] = []
  for (let n = 0; n < 1_000; n += 1) {
    const now = noon + n * 3_600
    const first = waiting[0]
    const ticket = first !== undefined && first.at <= now ? waiting.shift()?.ticket : undefined
    const issue = world.start({ ...hosting(1)(n), now, ticket })
    if (issue.throttle === null) tokens += 1
    else if (issue.throttle.ticket !== undefined)
      waiting.push({ ticket: issue.throttle.ticket, at: now + issue.throttle.retryAfterSeconds * 1000 })
  }
  expect(tokens).toBe(60)
})

test('three days of visitors with their ups and downs are no attack, nor is a class of 30 within ten minutes', () => {
  const world = knownSite('calm')
  const next = genuineVisitors('calm now')
  const random = seededRandom('calm times')
  let more = 0
  let visits = 0
  for (let time = 0; time < 72 * hourMs;) {
    const hour = Math.floor(time / hourMs) % 24
    const rate = perHour * (0.2 + 0.8 * Math.max(0, Math.sin((hour / 24) * Math.PI)))
    time += (-Math.log(1 - random()) * hourMs) / rate
    visits += 1
    if (world.start({ ...next(), now: noon + time }).bits > 0) more += 1
  }
  const school = { network: '22.1.1.0/24', asn: 60_000, kind: 'access' } as const
  for (let pupil = 0; pupil < 30; pupil += 1)
    if (world.start({ ...school, now: noon + 72 * hourMs + pupil * 20_000 }).bits > 0) more += 1
  expect([visits > 4_000, more]).toEqual([true, 0])
})

test('a newsletter brings a small site twenty times its visitors: nobody pays, and 1 000 tokens in an hour still cost ten times as much', () => {
  const small = () => {
    const world = createWorld()
    world.teach({ usual: 8, perToken: 1.25 })
    return world
  }
  const busy = small()
  const next = genuineVisitors('newsletter')
  const random = seededRandom('newsletter times')
  const work: number[] = []
  for (let time = 0; time < 2 * hourMs; time += (-Math.log(1 - random()) * hourMs) / 160)
    work.push(hashesOf(busy.start({ ...next(), asn: 60_000 + work.length, now: noon + time })))
  expect([work.length > 250, new Set(work)]).toEqual([true, new Set([2 ** 21])])
  const attacked = small()
  const prices = Array.from({ length: 1_000 }, (_, n) =>
    priceOf(hashesOf(attacked.start({ ...foreign(100)(n), now: noon + evenly(n) }))),
  )
  expect(prices.reduce((sum, price) => sum + price, 0) / prices.length / basePrice).toBeGreaterThanOrEqual(10)
})

test('an attack ends for the visitors ten minutes after it, and its second wave is seen sooner', () => {
  const world = knownSite('ends')
  const stranger = { ...foreign(1)(1), network: '33.1.1.0/24', asn: 95_000 }
  const attack = (from: number): number => {
    let cheap = 0
    for (let n = 0; n < 200; n += 1)
      if (hashesOf(world.start({ ...foreign(200)(n), now: from + n * 500 })) < hashesMax) cheap += 1
    return cheap
  }
  const first = attack(noon)
  const end = noon + 100_000
  expect(world.start({ ...stranger, now: end + 540_000 }).bits).toBe(4)
  expect(world.start({ ...stranger, now: end + 600_000 }).bits).toBe(0)
  expect(attack(end + 601_000)).toBeLessThan(first / 2)
})

test.for([
  ['ON', true, 4],
  ['ON', false, 4],
  ['OFF', true, 0],
] as const)('the owner decides: %s', ([underAttack, volumeBudgets, bits]) => {
  const world = knownSite('owner')
  const settings = { underAttack, volumeBudgets, exemptNetworks: [] }
  for (let n = 0; n < 50; n += 1) world.start({ ...foreign(50)(n), settings, now: noon + n })
  expect(world.start({ network: '34.1.1.0/24', asn: 96_000, settings, now: noon + 60 }).bits).toBe(bits)
})

test('a site of less than a day is never under attack by itself', () => {
  const world = createWorld()
  for (let n = 0; n < 3_000; n += 1) world.start({ ...foreign(2_999)(n), asn: 1_000 + n, now: noon + n * 1_000 })
  expect(world.start({ network: '34.1.1.0/24', asn: 96_000, now: noon + hourMs }).bits).toBe(0)
})
