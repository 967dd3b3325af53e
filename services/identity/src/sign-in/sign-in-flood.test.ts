import { expect, test } from 'vitest'
import { createFairQueue, type Lane, type Visit } from '../limits/fair-queue.ts'
import { networksOf } from '../limits/networks.ts'

/** What a hash takes, and after how long an attacker who was refused is back: milliseconds of the clock of these tests. */
const [hashMs, backMs] = [150, 100]
const attackers = 60
/** By then each of sixty networks has had a hash. Before, networks that nobody has seen are all alike, honest or not. */
const beganMs = 10_000

interface Flood {
  readonly lane: Lane
  readonly ipOf: (index: number) => string
}

const fromOneSite = (index: number) => `2001:db8:7:${index.toString(16)}::1`
const fromEverywhere = (index: number) => `2a${index.toString(16).padStart(2, '0')}:1:2:3::1`

/** Sixty attackers who are always there, and twenty honest sign-ins, one every half second; milliseconds of each, null for a refusal. */
async function signInUnder(flood: Flood, honestLane: Lane): Promise<(number | null)[]> {
  const queue = createFairQueue({ atOnce: 1 })
  const events: { at: number; run: () => void }[] = []
  let now = 0
  const after = (ms: number, run: () => void) => void events.push({ at: now + ms, run })
  const hash = () => new Promise<void>((resolve) => after(hashMs, resolve))
  const visit = async (place: Visit): Promise<boolean> => {
    // As `session/count-guess.ts` does: a stranger without a captcha gets no place then.
    if (place.lane === 'UNKNOWN' && queue.isCrowded()) return false
    return queue
      .hold(place, (inTurn) => inTurn(hash))
      .then(
        () => true,
        () => false,
      )
  }
  const attack = async (path: string[]): Promise<void> => {
    await visit({ lane: flood.lane, path })
    after(backMs, () => void attack(path))
  }
  const honest: (number | null)[] = []
  const signIn = async (index: number): Promise<void> => {
    const came = now
    const path = honestLane === 'KNOWN' ? [`owner-${index}@example.org`] : networksOf(`203.${index}.113.9`)
    const isHashed = await visit({ lane: honestLane, path })
    honest[index] = isHashed ? now - came : null
  }
  for (let index = 0; index < attackers; index += 1) after(0, () => void attack(networksOf(flood.ipOf(index))))
  for (let index = 0; index < 20; index += 1) after(beganMs + index * 500, () => void signIn(index))
  while (now < beganMs + 12_000) {
    events.sort((a, b) => a.at - b.at)
    const event = events.shift()
    if (event === undefined) break
    now = event.at
    event.run()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return honest
}

const floods: [string, Flood][] = [
  ['sixty /64 of one /48', { lane: 'UNKNOWN', ipOf: fromOneSite }],
  ['sixty /64 of sixty operators', { lane: 'UNKNOWN', ipOf: fromEverywhere }],
  ['sixty /64 of one /48, each with a captcha that it has passed', { lane: 'PROVEN', ipOf: fromOneSite }],
  ['sixty /64 of sixty operators, each with a captcha that it has passed', { lane: 'PROVEN', ipOf: fromEverywhere }],
]

test.for(floods.flatMap(([name, flood]) => (['KNOWN', 'PROVEN'] as const).map((lane) => [name, lane, flood] as const)))(
  'under a flood from %s every %s sign-in is served within two seconds',
  async ([, lane, flood]) => {
    const times = await signInUnder(flood, lane)
    expect(times).toHaveLength(20)
    expect(times.filter((ms) => ms !== null && ms <= 2000)).toHaveLength(20)
  },
)
