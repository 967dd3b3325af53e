import type { Agenda } from './agenda.ts'
import type { Engine } from './attackers/engine.ts'
import { type Browser, browserCalled, drawBrowser } from './browsers.ts'
import { addressIn, type Network, type Networks } from './networks.ts'
import type { Client } from './service/client.ts'
import type { Site } from './service/start-site.ts'
import { type Outcome, visit } from './visit.ts'
import { personsWord, sealWord } from './words.ts'

/** Hashes a second of a phone of the class of a Galaxy A34, all its threads that the widget uses. */
export const phoneHashesPerSecond = 10e6
const hourMs = 3_600_000
/** Visitors by hour of the day in UTC, as shares of the busiest. */
const byHour = [3, 2, 1, 1, 2, 4, 7, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 9, 8, 6, 4].map((n) => n / 10)

export interface Stage {
  readonly site: Site
  readonly client: Client
  readonly agenda: Agenda
  readonly random: () => number
  /** What a genuine browser's engine answers; null where the product asks for nothing. */
  readonly engine: Engine | null
}

/** Who comes to the site by nature: where from, and how often again. */
export interface Public {
  draw(): { readonly network: Network; readonly browser: Browser }
}

/**
 * Visitors over the large access operators: half of them come from networks that many visitors share, as behind a carrier's
 * addresses, a quarter from networks that come now and then, nearly a quarter from one that was never seen before; two in a hundred
 * through a VPN, one from a company's or cloud's network, one by Tor.
 */
export function createPublic(networks: Networks, random: () => number): Public {
  const shared = networks.largest(8, 6)
  const anywhere = networks.largest(20, 60)
  const vpns = networks.draw('vpn', 10, 5)
  const tor = networks.draw('tor', 10, 5)
  const hosting = networks.draw('hosting', 10, 5)
  const one = (from: readonly Network[]): Network => {
    const found = from[Math.floor(random() * from.length)]
    if (found === undefined) throw new Error('nobody comes from nowhere')
    return found
  }
  return {
    draw() {
      const where = random()
      const network =
        where < 0.02
          ? one(vpns)
          : where < 0.03
            ? one(hosting)
            : where < 0.04
              ? one(tor)
              : where < 0.78
                ? one(where < 0.53 ? shared : anywhere)
                : one(networks.largest(20, 1))
      // Tor Browser is a Firefox.
      return { network, browser: network.kind === 'tor' ? browserCalled('firefox') : drawBrowser(random) }
    },
  }
}

/** One person's visit now; the work is reckoned at the speed of a phone. */
export function personVisits(
  { site, client, agenda, random, engine }: Stage,
  who: { readonly network: Network; readonly browser: Browser; readonly hands?: 'hands' | 'keyboard' },
  done: (outcome: Outcome) => void,
): Promise<void> {
  const { network, browser } = who
  const page = Math.floor(random() * 2 ** 32)
  const digests = [0, 1, 2].map(() => Math.floor(random() * 2 ** 32))
  const word = personsWord(browser, who.hands ?? (random() < 0.06 ? 'keyboard' : 'hands'))
  return visit(
    { site, client, agenda },
    {
      caller: { address: addressIn(network, random), headers: browser.headers },
      async findings(challenge) {
        const answers = await engine?.answer(challenge)
        const collected = { ...sealWord(word, challenge), page, digests }
        return { collected, ...(answers === undefined ? {} : { engine: answers }) }
      },
      work: ({ hashes }) => ({
        solution: site.standIn.solution(),
        ms: ((hashes * luck(random)) / phoneHashesPerSecond) * 1000,
      }),
      waitMsMin: 0,
      redeemAfterMs: 5_000 + random() * 30_000,
      done,
    },
  )
}

/** Lets people come at random for some hours, `perHour` in the busiest ones; with `round` as many around the clock. */
export function peopleCome(
  stage: Stage,
  people: Public,
  { from, hours, perHour, round = false }: { from: number; hours: number; perHour: number; round?: boolean },
  done: (outcome: Outcome) => void,
): void {
  for (let hour = 0; hour < hours; hour++) {
    const begins = from + hour * hourMs
    const share = round ? 1 : (byHour[new Date(begins).getUTCHours()] ?? 1)
    for (let visitor = 0; visitor < Math.round(perHour * share); visitor++)
      stage.agenda.at(begins + stage.random() * hourMs, () => personVisits(stage, people.draw(), done))
  }
}

/** How much longer or shorter than expected the work takes: the mean of 32 exponentially distributed sub-puzzles. */
export function luck(random: () => number): number {
  let sum = 0
  for (let puzzle = 0; puzzle < 32; puzzle++) sum -= Math.log(1 - random())
  return sum / 32
}

/** What people noticed of an attack. */
export interface Noticed {
  readonly visitors: number
  readonly refused: number
  readonly throttled: number
  readonly askedForMore: number
  /** Seconds longer than on a quiet site, on the phone: half wait less than the first, 95 % less than the second. */
  readonly medianLongerS: number
  readonly p95LongerS: number
  readonly worstLongerS: number
}

/** Sums up; `quietHashes` is what a visitor does when nothing goes on. */
export function noticedBy(outcomes: readonly Outcome[], quietHashes: number): Noticed {
  const longer = outcomes
    .map(({ workMs, waitedSeconds }) => workMs / 1000 + waitedSeconds - quietHashes / phoneHashesPerSecond)
    .toSorted((one, other) => one - other)
  const at = (share: number) =>
    round2(Math.max(0, longer[Math.min(longer.length - 1, Math.floor(share * longer.length))] ?? 0))
  return {
    visitors: outcomes.length,
    refused: outcomes.filter(({ end }) => end !== 'token').length,
    throttled: outcomes.filter(({ throttled }) => throttled > 0).length,
    askedForMore: outcomes.filter(({ stepUps }) => stepUps > 0).length,
    medianLongerS: at(0.5),
    p95LongerS: at(0.95),
    worstLongerS: at(1),
  }
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
