import { seededRandom } from '@bollard/testing'
import { expect, test } from 'vitest'
import {
  createWorld,
  dayMs,
  hashesOf,
  hourMs,
  noon,
  phoneMs,
  quantile,
  unlucky,
  type World,
} from '../../testing/volume/volume-world.ts'
import type { NetworkFacts } from '../request/network-facts.ts'
import type { VolumeSettings } from './volume.ts'

const least = 2 ** 21
const carrier = { network: '20.1.1.0/24', asn: 60_000, kind: 'access' } as const

/** Starts at an even rate, each of which gets its token and has it verified. */
function come(
  world: World,
  {
    from,
    count,
    ms,
    ...comer
  }: {
    from: number
    count: number
    ms: number
    network: string
    asn: number
    kind: NetworkFacts['kind']
    minimalData?: boolean
  },
) {
  const hashes: number[] = []
  let throttled = 0
  for (let n = 0; n < count; n += 1) {
    const now = from + Math.floor((n * ms) / count)
    const issue = world.start({ ...comer, now })
    if (issue.throttle === null) hashes.push(hashesOf(issue))
    else throttled += 1
    world.volume.redeemed({ siteId: 1, minimalData: false, ...comer, now })
  }
  return { hashes, throttled }
}

test('the first 60 challenges of a network cost what they always did, the next 4 times, those after 2 000 ten times and more', () => {
  const world = createWorld()
  const { hashes, throttled } = come(world, { ...carrier, from: noon, count: 9_000, ms: hourMs - 1 })
  expect(throttled).toBe(0)
  expect(new Set(hashes.slice(0, 60))).toEqual(new Set([least]))
  expect(Math.min(...hashes.slice(60))).toBe(least * 4)
  expect(Math.min(...hashes.slice(2_000)) / least).toBeGreaterThanOrEqual(10)
  expect(hashes.at(-1)).toBe(2 ** 25)
  expect(hashes).toEqual(hashes.toSorted((a, b) => a - b))
})

test('a carrier with 2 000 visitors an hour behind one /24: nobody is throttled on the first day, 95 % wait 1.5 s longer at most', () => {
  const world = createWorld()
  const { hashes, throttled } = come(world, { ...carrier, from: noon, count: 16_000, ms: 8 * hourMs })
  expect(throttled).toBe(0)
  const wait = (value: number) => unlucky * phoneMs(value) - phoneMs(least)
  expect(wait(quantile(hashes, 0.95))).toBeLessThanOrEqual(1_500)
  // In each hour by itself, too.
  for (let hour = 0; hour < 8; hour += 1)
    expect(wait(quantile(hashes.slice(hour * 2_000, (hour + 1) * 2_000), 0.95))).toBeLessThanOrEqual(1_500)
})

test('after one day of history nothing changes for the carrier, also when a third more come', () => {
  const world = createWorld()
  world.teach(
    { usual: 3_000, perToken: 1 },
    {
      networks: { [carrier.network]: { usual: 2_000, daily: 2_000, days: 1 } },
      operators: { 60_000: { usual: 2_000, daily: 2_000, days: 1 } },
    },
  )
  expect(new Set(come(world, { ...carrier, from: noon, count: 8_000, ms: 3 * hourMs }).hashes)).toEqual(
    new Set([least]),
  )
})

test.for([
  ['300 identical devices within five minutes', 300, 300_000],
  ['a class of 30 within ten minutes', 30, 600_000],
  ['200 people who use the keyboard alone', 200, 1_800_000],
] as const)('%s behind one new /24: nobody is throttled', ([, count, ms]) => {
  const world = createWorld()
  const { hashes, throttled } = come(world, { ...carrier, from: noon, count, ms })
  expect(throttled).toBe(0)
  expect(Math.max(...hashes)).toBeLessThanOrEqual(least * 4)
})

test.for(['tor', 'relay', 'vpn'] as const)('a network of kind %s pays with work alone, however many come', (kind) => {
  const world = createWorld()
  const { hashes, throttled } = come(world, { ...carrier, kind, from: noon, count: 40_000, ms: hourMs - 1 })
  expect([throttled, hashes.at(-1)]).toEqual([0, 2 ** 25])
})

test('a network that is nobody’s on the Internet is never throttled: everybody behind a proxy may come from it', () => {
  for (const network of ['127.0.0.0/24', '10.0.0.0/24', '192.168.1.0/24', '0.0.0.0/0', '0:0:0::/48', 'fd00:1:2::/48']) {
    const world = createWorld()
    expect(come(world, { network, asn: 0, kind: 'unknown', from: noon, count: 12_000, ms: hourMs - 1 }).throttled).toBe(
      0,
    )
  }
})

test('servers that have a past at the site are no strangers there', () => {
  const world = createWorld()
  world.teach({ usual: 500, perToken: 1 }, { networks: { [carrier.network]: { usual: 200, daily: 200, days: 5 } } })
  const { throttled } = come(world, { ...carrier, kind: 'hosting', from: noon, count: 400, ms: hourMs - 1 })
  expect(throttled).toBe(0)
})

test('rotating /48s in a /32 pays as one network of its own', () => {
  const world = createWorld()
  const work: number[] = []
  for (let n = 0; n < 2_000; n += 1)
    work.push(hashesOf(world.start({ network: `2a01:db8:${n.toString(16)}::/48`, now: noon + n * 100 })))
  expect(work[239]).toBe(least)
  expect(Math.min(...work.slice(240))).toBe(least * 4)
  const servers = createWorld()
  let throttled = 0
  for (let n = 0; n < 2_000; n += 1)
    if (
      servers.start({ network: `2a01:db8:${n.toString(16)}::/48`, kind: 'hosting', now: noon + n * 100 }).throttle !==
      null
    )
      throttled += 1
  // Each /48 has a few tickets that nobody used.
  expect(2_000 - throttled).toBe(240)
})

test('challenges that nobody answers count, so hoarding them brings nothing', () => {
  const world = createWorld()
  for (let n = 0; n < 60; n += 1) world.start({ ...carrier, now: noon })
  expect(world.start({ ...carrier, now: noon }).bits).toBe(2)
  expect(world.start({ ...carrier, now: noon + hourMs - 1 }).bits).toBe(2)
  expect(world.start({ ...carrier, now: noon + 71 * 60_000 }).bits).toBe(0)
})

test('no hour has more than a budget, at whichever moment it begins', () => {
  const random = seededRandom('bursts')
  const world = createWorld()
  const free: number[] = []
  let now = noon
  for (let n = 0; n < 20_000; n += 1) {
    now += random() < 0.02 ? random() * 900_000 : random() * 2_000
    if (world.start({ ...carrier, kind: 'hosting', now }).throttle === null) free.push(now)
  }
  for (const [index, at] of free.entries())
    expect(free.slice(index).filter((other) => other < at + hourMs).length).toBeLessThanOrEqual(54)
})

test('a clock that is set back makes nobody wait for it, and gives nothing away within the hour', () => {
  const world = createWorld()
  for (let n = 0; n < 60; n += 1) world.start({ ...carrier, now: noon })
  expect(world.start({ ...carrier, now: noon - 1_200_000 }).bits).toBe(2)
  expect(world.start({ ...carrier, now: noon - dayMs }).bits).toBe(0)
})

test('100 000 prefixes push out no busy network, no operator and nothing of another site', () => {
  const world = createWorld()
  const other = { siteId: 2, network: '20.9.9.0/24', asn: 0, kind: 'access' } as const
  for (let n = 0; n < 200; n += 1) {
    world.start({ ...carrier, now: noon })
    world.start({ ...other, now: noon })
  }
  const flood = { asn: 65_000, kind: 'access', now: noon + 1 } as const
  for (let n = 0; n < 110_000; n += 1)
    world.start({ ...flood, network: `${1 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.0/24` })
  expect(world.start({ ...carrier, now: noon + 2 }).bits).toBeGreaterThanOrEqual(2)
  expect(world.start({ ...other, now: noon + 2 }).bits).toBe(2)
  expect(world.volume.memory.site(1).networks.size).toBeLessThanOrEqual(100_000)
  // Servers pay by their operator even where no network repeats.
  const servers = createWorld()
  const bits = Array.from(
    { length: 400 },
    (_, n) =>
      servers.start({ network: `30.${n >> 8}.${n & 255}.0/24`, asn: 81_000, kind: 'hosting', now: noon + n * 100 })
        .bits,
  )
  expect([bits[299], bits[300]]).toEqual([0, 2])
})

test('a competitor in the network of a carrier makes its people wait, and no more', () => {
  const world = createWorld()
  world.teach({ usual: 200, perToken: 1 }, { networks: { [carrier.network]: { usual: 50, daily: 50, days: 10 } } })
  for (let n = 0; n < 9_000; n += 1) world.start({ ...carrier, now: noon + n * 100 })
  const visitor = world.start({ ...carrier, now: noon + 900_001 })
  expect([visitor.throttle, hashesOf(visitor)]).toEqual([null, 2 ** 25])
})

test('starts from one line that nobody answers make its own network pay, and no one else of its operator', () => {
  const world = createWorld()
  world.teach(
    { usual: 100, perToken: 1 },
    {
      networks: { '20.1.7.0/24': { usual: 3, daily: 9, days: 10 } },
      operators: { 60_000: { usual: 30, daily: 90, days: 10 } },
    },
  )
  const quiet: VolumeSettings = { underAttack: 'OFF', volumeBudgets: true, exemptNetworks: [] }
  for (let n = 0; n < 3_000; n += 1) world.start({ ...carrier, settings: quiet, now: noon + n * 1_000 })
  const now = noon + 3_000_000
  expect(world.start({ ...carrier, settings: quiet, now }).bits).toBe(3.5)
  for (const network of ['20.1.7.0/24', '20.1.8.0/24'])
    expect(world.start({ ...carrier, network, settings: quiet, now }).bits).toBe(0)
  // Many lines are another matter.
  for (let n = 0; n < 600; n += 1)
    world.start({ ...carrier, network: `20.2.${n % 10}.0/24`, settings: quiet, now: now + n })
  expect(world.start({ ...carrier, network: '20.1.8.0/24', settings: quiet, now: now + 600 }).bits).toBe(2)
})

test('nor do those from one /48 make anybody else of its /32 pay', () => {
  const world = createWorld()
  for (let n = 0; n < 3_000; n += 1) world.start({ network: '2a01:db8:1::/48', now: noon + n * 100 })
  expect(world.start({ network: '2a01:db8:1::/48', now: noon + 300_000 }).bits).toBe(3.5)
  expect(world.start({ network: '2a01:db8:2::/48', now: noon + 300_000 }).bits).toBe(0)
})

test('a day of good behaviour among ordinary days is worth nothing: the usual day counts', () => {
  const world = createWorld()
  const farm = '20.7.7.0/24'
  const network = world.marks.ofNetwork(farm)
  const { memory } = world.volume.memory.site(1)
  for (let day = 0; day < 5; day += 1)
    for (let n = 0; n < (day === 4 ? 2_000 : 3); n += 1) memory.add(network, 1, noon - (5 - day) * dayMs)
  expect(memory.pastOf(network, noon)).toEqual({ usual: 3, daily: 3, days: 5 })
  expect(world.start({ network: farm, minimalData: true }).bits).toBe(0)
  for (let n = 0; n < 70; n += 1) world.start({ network: farm, minimalData: true })
  expect(world.start({ network: farm, minimalData: true }).bits).toBe(2)
})

test('of sites in minimal data mode nothing leaves the memory, and their networks still have a past', () => {
  const world = createWorld()
  come(world, { ...carrier, minimalData: true, from: noon, count: 300, ms: hourMs - 1 })
  const { memory } = world.volume
  expect([memory.takeRedeemed(), memory.takeWantedPasts()]).toEqual([[], []])
  expect(memory.takeTold().map(({ mark }) => mark)).toEqual([0])
  const next = come(world, { ...carrier, minimalData: true, from: noon + dayMs, count: 300, ms: hourMs - 1 })
  expect(new Set(next.hashes)).toEqual(new Set([least]))
})

test('budgets grow by the visitors that an operator expects, at that site alone', () => {
  const bits = (given: object) => {
    const world = createWorld()
    return Array.from(
      { length: 300 },
      (_, n) => world.start({ ...carrier, now: noon + n * 10_000, ...given }).bits,
    ).filter((one) => one > 0).length
  }
  const usual = bits({})
  expect([usual > 0, bits({ expected: 10 })]).toEqual([true, 0])
})

test('an owner exempts networks and switches budgets off', () => {
  const world = createWorld()
  const bits = (given: object) =>
    Array.from({ length: 100 }, () => world.start({ ...carrier, kind: 'hosting', ...given }))
  expect(bits({ isExempt: true }).every(({ bits: more, throttle }) => more === 0 && throttle === null)).toBe(true)
  const off = { underAttack: 'AUTO', volumeBudgets: false, exemptNetworks: [] }
  expect(bits({ settings: off }).every(({ bits: more, throttle }) => more === 0 && throttle === null)).toBe(true)
})

test('answers that look made up lead on 20 times an hour from one network, oftener where many people pass', () => {
  const world = createWorld()
  const doubtful = (now: number, network: string = carrier.network) =>
    world.volume.atDoubtful({ siteId: 1, asn: 0, kind: 'access', minimalData: false, network, now })
  const script = Array.from({ length: 500 }, (_, n) => doubtful(noon + n * 7_000))
  expect(script.filter((throttle) => throttle === null)).toHaveLength(20)
  expect(script[30]?.retryAfterSeconds).toBeGreaterThan(60)
  expect(script.every((throttle) => throttle?.ticket === undefined)).toBe(true)
  // The tokens that come of them are verified as any other, and earn no more of them.
  const own = '20.3.3.0/24'
  let led = 0
  for (let n = 0; n < 500; n++) {
    const now = noon + n * 7_000
    world.start({ ...carrier, network: own, now })
    if (doubtful(now, own) !== null) continue
    led += 1
    world.volume.redeemed({ siteId: 1, network: own, asn: 0, minimalData: false, now })
  }
  expect(led).toBe(20)
  const busy = { ...carrier, network: '20.2.2.0/24' }
  come(world, { ...busy, from: noon, count: 1_000, ms: 1_800_000 })
  const honest = Array.from({ length: 100 }, (_, n) => doubtful(noon + 1_800_000 + n, busy.network))
  expect(honest.every((throttle) => throttle === null)).toBe(true)
})

test.for([
  ['tor', '20.1.1.0/24'],
  ['relay', '20.1.1.0/24'],
  ['vpn', '20.1.1.0/24'],
  ['unknown', '10.0.0.0/24'],
] as const)(
  'nobody of a network of kind %s (%s) is sent away because others have handed in what looks made up',
  ([kind, network]) => {
    const world = createWorld()
    const doubtful = (now: number) =>
      world.volume.atDoubtful({ siteId: 1, asn: 0, kind, minimalData: false, network, now })
    const bots = Array.from({ length: 500 }, (_, n) => doubtful(noon + n * 1_000))
    expect([...bots, doubtful(noon + 600_000)].every((throttle) => throttle === null)).toBe(true)
  },
)
