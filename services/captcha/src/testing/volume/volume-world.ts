import { defaultWork, workAtIssueMax, workAtIssue } from '@bollard/bot-score'
import type { Budgets, Past, SitePast } from '../../edge/volume/budgets.ts'
import { createVolume } from '../../edge/volume/create-volume.ts'
import { createGossip } from '../../edge/volume/gossip.ts'
import { dayOf } from '../../edge/volume/history.ts'
import { createMarks } from '../../edge/volume/marks.ts'
import { createTickets } from '../../edge/volume/tickets.ts'
import type { Issue, IssueRequest } from '../../edge/volume/volume.ts'

const signingKeys = [{ id: 1, secret: Buffer.alloc(32, 7) }]
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
/** A moment of the injected clock: noon of a day, so that an hour of simulation does not cross midnight. */
export const noon = 20_000 * dayMs + 12 * hourMs

/** Volume with an injected clock, and with the pasts that a database would have told it of. */
export function createWorld({ budgets }: { budgets?: Partial<Budgets> } = {}) {
  let drawn = 0
  const marks = createMarks(signingKeys)
  const gossip = createGossip()
  const volume = createVolume({
    marks,
    budgets,
    gossip,
    tickets: createTickets(
      signingKeys,
      (size) => {
        const bytes = Buffer.alloc(size)
        bytes.writeUInt32BE(++drawn)
        return bytes
      },
      gossip,
    ),
  })
  const from = (given: Partial<IssueRequest>): IssueRequest => ({
    siteId: 1,
    settings: { underAttack: 'AUTO', volumeBudgets: true, exemptNetworks: [] },
    network: '198.51.100.0/24',
    asn: 64_500,
    kind: 'access',
    minimalData: false,
    isExempt: false,
    expected: 1,
    userAgentBucket: 7,
    ticket: undefined,
    now: noon,
    ...given,
  })
  return {
    volume,
    gossip,
    marks,
    start: (given: Partial<IssueRequest>): Issue => volume.atIssue(from(given)),
    /** What a site is used to, and who brought it what on earlier days. */
    teach(
      site: SitePast | null,
      pasts: { networks?: Record<string, Past>; operators?: Record<number, Past> } = {},
      now = noon,
      siteId = 1,
    ): void {
      const known = volume.memory.site(siteId)
      known.past = site
      known.loadedAt = now
      for (const [network, past] of Object.entries(pasts.networks ?? {}))
        known.pasts.set(marks.ofNetwork(network), past)
      for (const [asn, past] of Object.entries(pasts.operators ?? {}))
        known.pasts.set(marks.ofOperator(Number(asn)), past)
      for (const counted of [...known.networks.values(), ...known.crowds.values()])
        if (counted.pastDay !== dayOf(now)) counted.past = undefined
    },
  }
}

export type World = ReturnType<typeof createWorld>

/** Hashes that a start costs, doubt aside. */
export const hashesOf = ({ bits }: Issue): number => workAtIssue({ doubt: 0, volume: bits, range: defaultWork })

export const hashesMax = workAtIssueMax(defaultWork)

/** Milliseconds of a native solver for one token: its hashes at 46 MH/s, and 27 ms for the calls. */
export const priceOf = (hashes: number): number => hashes / 46_600 + 27
/** The same at the least work. */
export const basePrice = priceOf(defaultWork.min)

/** Milliseconds of a phone that hashes 10 million times a second. */
export const phoneMs = (hashes: number): number => hashes / 10_000
/** 32 sub-puzzles take 1.31 times their mean in one case of twenty. */
export const unlucky = 1.31

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
