import {
  bitsFor,
  type Budgets,
  grown,
  mayThrottle,
  bitsMax,
  operatorBudget,
  type Past,
  type SitePast,
  upperOf,
} from './budgets.ts'
import { type CountedSites, toldFrom, type UntoldCounts } from './counted-sites.ts'
import { packEffects } from './effects.ts'
import type { Gossip } from './gossip.ts'
import { type Standing, standingOf } from './known-visitors.ts'
import { isPrivateNetwork, type Marks } from './marks.ts'
import type { Counted, SiteVolume } from './site-volume.ts'
import type { StartThrottle } from './throttle-start.ts'
import type { Issue, IssueRequest, Volume } from './volume.ts'
import type { WantedPasts } from './wanted-pasts.ts'

/** Visitors with a past here pay no more than this during an attack, while they come about as often as ever. */
const bitsOfKnown = 2
const operatorSurge = 4
const nothing: Issue = { bits: 0, effects: 0, throttle: null }

/** A start, and what was counted of the network it comes from before it. */
interface Start {
  readonly request: IssueRequest
  readonly site: SiteVolume
  readonly network: Counted
  readonly past: Past | null
  /** Null for IPv4. */
  readonly wide: Counted | null
  readonly widePast: Past | null
  /** Null where the operator is unknown. */
  readonly operator: Counted | null
  readonly operatorPast: Past | null
}

/** What happens at issue: whether a start is let in, what it costs, and that it was counted. */
export function createStartPrice({
  marks,
  sites,
  pasts,
  untold,
  budgets,
  throttle,
  gossip,
}: {
  readonly marks: Marks
  readonly sites: CountedSites
  readonly pasts: WantedPasts
  readonly untold: UntoldCounts
  readonly budgets: Budgets
  readonly throttle: StartThrottle
  readonly gossip: Gossip
}): Pick<Volume, 'atIssue' | 'paceBits'> {
  const paces = gossip.counts('pace', {
    tellFrom: 1,
    limit: 20_000,
    atOnce: 2_000,
    onHeard: ({ siteId, n, isNew }, now) => sites.known(siteId)?.pace.hear(n, now, isNew),
  })

  function startOf(site: SiteVolume, request: IssueRequest): Start {
    const { network: name, asn, now } = request
    const network = sites.network(site, marks.ofNetwork(name), now)
    const past = pasts.pastOf(site, network, request)
    const wideMark = marks.ofWideNetwork(name)
    const wide = wideMark === 0 ? null : sites.crowd(site, wideMark, now)
    const widePast = wide === null ? null : pasts.pastOf(site, wide, request)
    const operator = asn === 0 ? null : sites.crowd(site, marks.ofOperator(asn), now)
    const operatorPast = operator === null ? null : pasts.pastOf(site, operator, request)
    return { request, site, network, past, wide, widePast, operator, operatorPast }
  }

  function budgetOf({ request: { expected }, site, network, past }: Start): number {
    if (past !== null) return expected * (budgets.network + grown(past, perTokenOf(site)))
    return expected * (network.isVouchedFor ? budgets.vouched : budgets.network)
  }

  /** Bits for the `n`th challenge of a network, and the `inWide`th of its /32. */
  function bitsOfNetwork(
    { request: { now, expected }, site, network, widePast }: Start,
    budget: number,
    n: number,
    inWide: number,
  ) {
    const bits = bitsFor(n, budget, upperOf(budget, budgets.networkUpper, network.verifiedBefore(now)))
    if (inWide <= expected * budgets.wide) return bits
    const wideBudget = expected * (budgets.wide + (widePast === null ? 0 : grown(widePast, perTokenOf(site))))
    return Math.max(bits, bitsFor(inWide, wideBudget, upperOf(wideBudget, budgets.networkUpper * 4, 0)))
  }

  /** Whether the network is so far beyond its budget that work no longer helps. */
  function isFull({ request, past, widePast }: Start, budget: number, n: number, inWide: number): boolean {
    const { kind, network, expected } = request
    const isBeyond =
      kind === 'hosting'
        ? n > (past === null ? expected * budgets.hosting : budget * 4) ||
          (widePast === null && inWide > expected * budgets.wide)
        : n > Math.max(expected * budgets.throttleFrom, budget * 4)
    return isBeyond && mayThrottle(kind) && !isPrivateNetwork(network)
  }

  function bitsOfOperator({ request: { kind, now, expected }, site, operator, operatorPast }: Start): number {
    if (operator === null || (site.past === null && kind !== 'hosting')) return 0
    const most = expected * (site.past === null ? budgets.hostingOperator : operatorBudget(operatorPast, site.past))
    return bitsFor(operator.count(now) + 1, most, most * 10)
  }

  function count({ request, site, network, past, wide, operator }: Start, isOver: boolean, isAttacked: boolean): void {
    const { minimalData, now } = request
    network.issued.add(1, now)
    // What goes beyond a network's budget is paid for by that network. Starts are free to send, so otherwise a single line would make
    // all people of its operator pay.
    if (!isOver) {
      wide?.issued.add(1, now)
      operator?.issued.add(1, now)
    }
    site.whole.issued.add(1, now)
    // What may not be stored is not told to other processes either: that would be by way of a table.
    if (!minimalData) {
      // During an attack a network's own history is used up by a few challenges, whichever process hands them out.
      const from = isAttacked && past !== null ? 1 : toldFrom.network
      untold.changed(network, now, from)
      if (!isOver && wide !== null) untold.changed(wide, now, from)
      if (!isOver && operator !== null) untold.changed(operator, now, from)
    }
    untold.changed(site.whole, now, toldFrom.site)
  }

  /** Bits while the site is under attack, if it is: fewer for visitors whom their past vouches for. */
  function bitsOfAttack(start: Start, wasAttacked: boolean): number {
    const { request, site, network, past } = start
    const { settings, now, expected } = request
    if (site.past === null && settings.underAttack !== 'ON') return 0
    if (site.past !== null) site.attack.add(1, now, expected * site.past.usual)
    const standing = standingOf(network, past, { now, perToken: perTokenOf(site), n: 1 })
    const isSparse = isSparselyKnown(start, standing)
    if (!wasAttacked) site.sparselyKnown.learn(isSparse)
    const isKnown = isSparse ? admitSparse(site, now) : standing === 'proven'
    const isOn =
      settings.underAttack === 'ON' || (settings.underAttack === 'AUTO' && site.past !== null && site.attack.isOn(now))
    if (!isOn) return 0
    return isKnown ? bitsOfKnown : bitsMax
  }

  function admitSparse(site: SiteVolume, now: number): boolean {
    if (!site.sparselyKnown.admit(site.sparse, now, site.past?.usual ?? 0)) return false
    site.sparse.issued.add(1, now)
    untold.changed(site.sparse, now, toldFrom.site)
    return true
  }

  return {
    atIssue(request) {
      const { siteId, settings, minimalData, now, expected } = request
      const site = sites.site(siteId)
      pasts.wantSite(site, now)
      site.isMinimal = minimalData
      site.pace.count(now)
      // The whole is a matter of all processes as soon as it could be one for a site that is quiet here.
      if (gossip.processes > 1 && site.pace.isBrisk(now, gossip.processes)) paces.add(siteId, 0, 1, now)
      if (request.isExempt) return nothing

      const start = startOf(site, request)
      let [isOver, network, operator, pace, similar] = [false, 0, 0, 0, 0]
      if (settings.volumeBudgets) {
        const n = start.network.count(now) + 1
        const inWide = start.wide === null ? 0 : start.wide.count(now) + 1
        const budget = budgetOf(start)
        isOver = n > budget
        network = bitsOfNetwork(start, budget, n, inWide)
        if (isFull(start, budget, n, inWide)) {
          const throttled = throttle(request, start.network)
          if (throttled !== null) return { bits: 0, effects: 0, throttle: throttled }
          network = bitsMax
        }
        operator = bitsOfOperator(start)
        pace = site.pace.bits(now, expected * usualPerSecond(site.past))
        if (!minimalData && site.hasLikeness) similar = site.likeness.bits(request, now)
      }
      const wasAttacked = site.attack.isOn(now)
      count(start, isOver, wasAttacked)
      const attack = bitsOfAttack(start, wasAttacked)

      const bits = Math.max(network, operator, pace, attack) + similar
      if (bits === 0) return nothing
      return { bits, effects: packEffects({ network, operator, site: pace, attack, similar }), throttle: null }
    },

    paceBits(siteId, now) {
      const site = sites.known(siteId)
      return site === undefined ? 0 : site.pace.bits(now, usualPerSecond(site.past))
    },
  }
}

function perTokenOf({ past }: SiteVolume): number {
  return past?.perToken ?? 1
}

function usualPerSecond(past: SitePast | null): number {
  return past === null ? 0 : past.usual / 3600
}

/** Whether little speaks for the visitor: a thin history, or none at an operator that comes about as often as ever. */
function isSparselyKnown({ request: { now }, site, past, operator, operatorPast }: Start, standing: Standing): boolean {
  // What a network has too much of by itself does not speak against the others of its operator.
  if (standing === 'pressed') return false
  const isUsualOperator = operator !== null && operatorPast !== null && isUsual(operator, operatorPast, site, now)
  return standing === 'sparse' && (past !== null || isUsualOperator)
}

/** Whether an operator with a past comes about as often as ever, this start included: what goes beyond twice the usual is small. */
function isUsual(operator: Counted, past: Past, site: SiteVolume, now: number): boolean {
  const usual = past.usual * perTokenOf(site)
  const limit = Math.max(operatorSurge, usual / 10)
  // One more than the limit is kept, so that it shows when the limit is passed.
  return operator.surge.add(1, { now, perHour: Math.max(2, usual * 2), limit: limit + 1 }) <= limit
}
