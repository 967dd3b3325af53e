import { seededRandom } from '@bollard/testing'
import { expect, test } from 'vitest'
import { noon } from '../../testing/volume/volume-world.ts'
import { Likeness, type Visit } from './likeness.ts'

/** A few values often and many seldom, as verdicts, devices, browsers and operators are. */
function frequent(random: () => number, values: number): number {
  let left = random() * Array.from({ length: values }, (_, n) => 1 / (n + 1)).reduce((sum, part) => sum + part, 0)
  for (let n = 0; n < values; n += 1) if ((left -= 1 / (n + 1)) < 0) return n
  return values - 1
}

function person(random: () => number): Visit {
  return {
    fired: [frequent(random, 40), 0],
    workMs: 2 ** (6 + frequent(random, 5)),
    elapsedMs: 2 ** (10 + frequent(random, 4)),
    userAgentBucket: frequent(random, 6),
    asn: 60_000 + frequent(random, 30),
  }
}

const bot: Visit = { fired: [0, 0], workMs: 40, elapsedMs: 60, userAgentBucket: 1, asn: 80_000 }

/** Visits of people, and after a while a share of bots; how many of each would have been asked for more. */
function mix(share: number, draw: (random: () => number) => Visit = () => bot) {
  const random = seededRandom(`visits ${share}`)
  const likeness = new Likeness()
  const raised = { people: 0, bots: 0 }
  const came = { people: 0, bots: 0 }
  for (let n = 0; n < 20_000; n += 1) {
    const isBot = n > 12_000 && random() < share
    const visit = isBot ? draw(random) : person(random)
    const who = isBot ? 'bots' : 'people'
    const now = noon + n * 2_000
    if (n > 12_000) {
      came[who] += 1
      raised[who] += likeness.bits(visit, now)
    }
    likeness.add(visit, now)
  }
  return { people: raised.people / came.people, bots: raised.bots / Math.max(1, came.bots) }
}

test('visits like those of every day ask nobody for more', () => {
  expect(mix(0).people).toBeLessThan(0.005)
})

test.for([
  [0.1, 0.15, 0.02],
  [0.3, 0.7, 0.05],
] as const)(
  'a farm that is %f of the visits is asked for a bit of work, and hardly anybody else',
  ([share, raised, most]) => {
    const { people, bots } = mix(share)
    expect([bots > raised, people < most]).toEqual([true, true])
  },
)

test('a newsletter that brings many new people of one operator and browser is none of that', () => {
  const readers = (random: () => number): Visit => ({ ...person(random), asn: 60_001, userAgentBucket: 2 })
  expect(mix(0.2, readers).bots).toBeLessThan(0.2)
})

test('a bit is the most, it ends after ten minutes, and a clock set back does not prolong it', () => {
  const random = seededRandom('one bit')
  const likeness = new Likeness()
  for (let n = 0; n < 5_000; n += 1) likeness.add(person(random), noon)
  for (let n = 0; n < 200; n += 1) likeness.add(bot, noon)
  expect(likeness.bits(bot, noon)).toBe(1)
  expect(likeness.bits(bot, noon + 599_000)).toBe(1)
  expect(likeness.bits(bot, noon + 600_000)).toBe(0)
  expect(likeness.bits(bot, noon - 3_600_000)).toBe(0)
})

test('it counts on without end', () => {
  const random = seededRandom('no end')
  const likeness = new Likeness()
  for (let n = 0; n < 60_000; n += 1) likeness.add(person(random), noon)
  for (let n = 0; n < 200; n += 1) likeness.add(bot, noon)
  expect(likeness.bits(bot, noon)).toBe(1)
})
