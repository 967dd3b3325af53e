import type { NetworkFacts } from '../edge/network-facts.ts'
import {
  bitsFor,
  type Budgets,
  defaultBudgets,
  doubtfulBudget,
  grown,
  mayThrottle,
  mostBits,
  operatorBudget,
  type Past,
  upperOf,
} from './budgets.ts'
import { packEffects } from './effects.ts'
import { createGossip, type Gossip } from './gossip.ts'
import { dayOf } from './history.ts'
import { slotOf } from './hour-window.ts'
import type { Visit } from './likeness.ts'
import { isPrivateNetwork, type Marks } from './marks.ts'
import { standingOf } from './known-visitors.ts'
import { Counted, SiteVolume } from './site-volume.ts'
import { createThrottle, secondsOf } from './throttle-start.ts'
import type { Tickets } from './tickets.ts'
import { kindOf, toldMark } from './told-marks.ts'
import type { VolumeSettings } from './volume-settings.ts'

/** Who asks for a challenge, or handed in an answer. */
export interface Comer {
  readonly siteId: number
  /** /24 or /48, see `networkOf`. */
  readonly network: string
  /** 0 when unknown. */
  readonly asn: number
  readonly kind: NetworkFacts['kind']
  /** Nothing of the visitor is compared or stored then: what is counted stays in memory. */
  readonly minimalData: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface IssueRequest extends Comer {
  readonly settings: VolumeSettings
  /** Whether the owner wants no budget to hold for the address. */
  readonly isExempt: boolean
  /** 16-bit hash of the browser. */
  readonly userAgentBucket: number
  /** Of an earlier start that was throttled. */
  readonly ticket: string | undefined
}

export interface Throttle {
  readonly retryAfterSeconds: number
  /** With it the next start is let in; absent where none is left. */
  readonly ticket?: string
}

/** What volume makes of a start. A throttled one gets no challenge and is not counted. */
export interface Issue {
  /** Bits by which the work rises, 0 … 5; the work itself ends at its most. */
  readonly bits: number
  /** See `packEffects`. */
  readonly effects: number
  readonly throttle: Throttle | null
}

/** Counts challenges by network, operator and site, and says what that costs. Waits for nothing; O(1). */
export interface Volume {
  atIssue(request: IssueRequest): Issue
  /** Bits by which a second challenge gets harder, for the site is busy in this moment. */
  paceBits(siteId: number, now: number): number
  /** A first answer that looked made up leads to a second challenge: counted, unless the network had too many. */
  atDoubtful(comer: Comer): Throttle | null
  /** A visitor got a token. */
  passed(visit: Visit & Pick<Comer, 'siteId' | 'minimalData' | 'now'>): void
  /** A token was verified for the first time. */
  redeemed(comer: Omit<Comer, 'kind'>): void
  /** The owner says that a visitor was a bot. */
  blamed(comer: Pick<Comer, 'siteId' | 'network' | 'minimalData'>): void
}

interface Named {
  readonly siteId: number
  /** See `Marks`; 0 for the whole site. */
  readonly mark: number
}

/** What stands behind a volume, for whatever reads and writes the database; see `followVolume`. */
export interface VolumeMemory {
  site(siteId: number): SiteVolume
  known(siteId: number): SiteVolume | undefined
  knownSites(): Iterable<SiteVolume>
  /** Sites whose past is to be read, and parts of it that did not come with the site. */
  takeWantedSites(): SiteVolume[]
  takeWantedPasts(): (Named & { readonly counted: Counted })[]
  /** What was counted since the last time and is enough to be told to other processes. */
  takeTold(): (Named & { readonly counted: Counted })[]
  /** How many challenges all other processes handed out in a slot. */
  hear(told: Named & { readonly slot: number; readonly n: number }, now: number): void
  takeRedeemed(): (Named & { readonly n: number; readonly at: number })[]
  takeBlamed(): Named[]
  readonly gossip: Gossip
}

const sitesMax = 20_000
/** Networks over all sites; beyond it a site that brings a new one forgets an old one of its own. */
const networksMax = 100_000
/** Operators and /32 of a site. */
const crowdsMax = 5_000
const likenessMax = 2_000
/** Waiting to be read or written; what is more is left out. */
const wantedMax = 2_000
const pendingMax = 50_000
/** A site's past is read again with each day (UTC), and after so long: a new site may have a day behind it by then. */
const freshMs = 21_600_000
/** Other processes hear of what is above a tenth of its threshold. */
const toldFrom = { site: 2, network: 6 } as const
/** A past that did not come with its site is looked up well before it is needed. */
const lookUpFrom = 20
/** Visitors with a past here pay no more than this during an attack, while they come about as often as ever. */
const bitsOfKnown = 2
const operatorSurge = 4
/** Told of all visitors of a site together whom little speaks for. */
const sparseMark = toldMark('sparse', 0)
const nothing: Issue = { bits: 0, effects: 0, throttle: null }

export function createVolume({
  marks,
  tickets,
  budgets: given = {},
  gossip = createGossip(),
}: {
  readonly marks: Marks
  readonly tickets: Tickets
  /** Other budgets than the usual ones. */
  readonly budgets?: Partial<Budgets> | undefined
  /** What is counted with other processes, where more than this does so. */
  readonly gossip?: Gossip
}): Volume & { readonly memory: VolumeMemory } {
  const budgets: Budgets = { ...defaultBudgets, ...given }
  const doubtful = gossip.counts('doubtful', { tellFrom: 2, limit: 20_000, atOnce: 2_000 })
  const verified = gossip.counts('verified', { tellFrom: 6, limit: 20_000, atOnce: 2_000 })
  const throttle = createThrottle({ tickets, gossip, hostingTickets: budgets.hostingTickets })
  const sites = new Map<number, SiteVolume>()
  const withLikeness = new Set<SiteVolume>()
  let networks = 0
  const wantedSites = new Set<SiteVolume>()
  const wantedPasts = new Map<Counted, Named>()
  const changed = new Map<Counted, Named>()
  let redeemed = new Map<string, Named & { n: number; readonly at: number }>()
  let blamed: Named[] = []

  function siteOf(siteId: number): SiteVolume {
    const known = sites.get(siteId)
    if (known !== undefined) return known
    const site = new SiteVolume(siteId)
    sites.set(siteId, site)
    if (sites.size > sitesMax) {
      const oldest = firstOf(sites.values())
      if (oldest !== undefined) {
        networks -= oldest.networks.size
        sites.delete(oldest.id)
        withLikeness.delete(oldest)
      }
    }
    return site
  }

  function countedOf(site: SiteVolume, group: 'networks' | 'crowds', mark: number, now: number): Counted {
    const counts = site[group]
    const known = counts.get(mark)
    if (known !== undefined) return known
    if (group === 'networks') {
      if (networks < networksMax) networks += 1
      else if (!counts.makeRoom(now, toldFrom.network)) networks += 1
    } else if (counts.size >= crowdsMax) counts.makeRoom(now, toldFrom.network)
    const counted = new Counted()
    counts.set(mark, counted)
    return counted
  }

  function pastOf(site: SiteVolume, mark: number, counted: Counted, { minimalData, now }: Comer): Past | null {
    const day = dayOf(now)
    if (counted.past !== undefined && counted.pastDay === day) return counted.past
    const early = minimalData ? site.memory.pastOf(mark, now) : site.pasts.get(mark)
    if (early !== undefined) {
      counted.past = early
      counted.pastDay = day
      return early
    }
    // Until the database has answered, yesterday's answer holds.
    if (counted.issued.total(now) >= lookUpFrom && wantedPasts.size < wantedMax)
      wantedPasts.set(counted, { siteId: site.id, mark })
    return counted.past ?? null
  }

  function wantSite(site: SiteVolume, now: number): void {
    const isFresh = now >= site.loadedAt && now - site.loadedAt < freshMs && dayOf(now) === dayOf(site.loadedAt)
    if (!isFresh && wantedSites.size < wantedMax) wantedSites.add(site)
  }

  function count(counted: Counted, named: Named, told: { readonly now: number; readonly from: number } | null): void {
    if (told === null || changed.size >= pendingMax) return
    if (counted.isTold || counted.issued.total(told.now) >= told.from) changed.set(counted, named)
  }

  const volume: Volume = {
    atIssue(request) {
      const { siteId, settings, network, asn, kind, minimalData, now } = request
      const site = siteOf(siteId)
      wantSite(site, now)
      site.isMinimal = minimalData
      site.pace.count(now)
      if (request.isExempt) return nothing

      const perToken = site.past?.perToken ?? 1
      const mark = marks.ofNetwork(network)
      const counted = countedOf(site, 'networks', mark, now)
      const past = pastOf(site, mark, counted, request)
      const wideMark = marks.ofWideNetwork(network)
      const wide = wideMark === 0 ? null : countedOf(site, 'crowds', wideMark, now)
      const widePast = wide === null ? null : pastOf(site, wideMark, wide, request)
      const operatorMark = asn === 0 ? 0 : marks.ofOperator(asn)
      const operator = operatorMark === 0 ? null : countedOf(site, 'crowds', operatorMark, now)
      const operatorPast = operator === null ? null : pastOf(site, operatorMark, operator, request)

      let isOver = false
      let networkBits = 0
      let operatorBits = 0
      let siteBits = 0
      let similar = 0
      if (settings.volumeBudgets) {
        const n = counted.count(now) + 1
        const budget =
          past === null
            ? counted.isVouchedFor
              ? budgets.vouched
              : budgets.network
            : budgets.network + grown(past, perToken)
        isOver = n > budget
        networkBits = bitsFor(n, budget, upperOf(budget, budgets.networkUpper, counted.verifiedBefore(now)))
        const inWide = wide === null ? 0 : wide.count(now) + 1
        if (inWide > budgets.wide) {
          const wideBudget = budgets.wide + (widePast === null ? 0 : grown(widePast, perToken))
          const wideUpper = upperOf(wideBudget, budgets.networkUpper * 4, 0)
          networkBits = Math.max(networkBits, bitsFor(inWide, wideBudget, wideUpper))
        }
        if (networkBits > 0 || n > budgets.hosting) {
          const isServers = kind === 'hosting'
          const isFull = isServers
            ? n > (past === null ? budgets.hosting : budget * 4) || (widePast === null && inWide > budgets.wide)
            : n > Math.max(budgets.throttleFrom, budget * 4)
          if (isFull && mayThrottle(kind) && !isPrivateNetwork(network)) {
            const throttled = throttle(request, counted, mark)
            if (throttled !== null) return { bits: 0, effects: 0, throttle: throttled }
            networkBits = mostBits
          }
        }
        if (operator !== null && (site.past !== null || kind === 'hosting')) {
          const most = site.past === null ? budgets.hostingOperator : operatorBudget(operatorPast, site.past)
          operatorBits = bitsFor(operator.count(now) + 1, most, most * 10)
        }
        siteBits = site.pace.bits(now, usualPerSecond(site))
        if (!minimalData && site.hasLikeness) similar = site.likeness.bits(request, now)
      }

      // What may not be stored is not told to other processes either: that would be by way of a table.
      const isAttacked = site.attack.isOn(now)
      // During an attack a network's own history is used up by a few challenges, whichever process hands them out.
      const told = minimalData ? null : { now, from: isAttacked && past !== null ? 1 : toldFrom.network }
      counted.issued.add(1, now)
      count(counted, { siteId, mark }, told)
      // What goes beyond a network's budget is paid for by that network. Starts are free to send, so otherwise a single line would make
      // all people of its operator pay.
      if (wide !== null && !isOver) {
        wide.issued.add(1, now)
        count(wide, { siteId, mark: wideMark }, told)
      }
      if (operator !== null && !isOver) {
        operator.issued.add(1, now)
        count(operator, { siteId, mark: operatorMark }, told)
      }
      site.whole.issued.add(1, now)
      count(site.whole, { siteId, mark: 0 }, { now, from: toldFrom.site })

      let attackBits = 0
      if (site.past !== null || settings.underAttack === 'ON') {
        if (site.past !== null) site.attack.add(1, now, site.past.usual)
        const scale = { now, perToken, n: 1 }
        const standing = standingOf(counted, past, scale)
        // What a network has too much of by itself does not speak against the others of its operator.
        const isUsualOperator =
          standing !== 'pressed' && operator !== null && operatorPast !== null && isUsual(operator, operatorPast, scale)
        const isOn =
          settings.underAttack === 'ON' ||
          (settings.underAttack === 'AUTO' && site.past !== null && site.attack.isOn(now))
        const isSparse = standing === 'sparse' && (past !== null || isUsualOperator)
        let isKnown = standing === 'proven'
        if (!isAttacked) site.sparselyKnown.learn(isSparse)
        if (isSparse) {
          isKnown = site.sparselyKnown.admit(site.sparse, now, site.past?.usual ?? 0)
          if (isKnown) {
            site.sparse.issued.add(1, now)
            count(site.sparse, { siteId, mark: sparseMark }, { now, from: toldFrom.site })
          }
        }
        if (isOn) attackBits = isKnown ? bitsOfKnown : mostBits
      }

      const bits = Math.max(networkBits, operatorBits, siteBits, attackBits) + similar
      if (bits === 0) return nothing
      const effects = packEffects({
        network: networkBits,
        operator: operatorBits,
        site: siteBits,
        attack: attackBits,
        similar,
      })
      return { bits, effects, throttle: null }
    },

    paceBits(siteId, now) {
      const site = sites.get(siteId)
      return site === undefined ? 0 : site.pace.bits(now, usualPerSecond(site))
    },

    atDoubtful(comer) {
      const { siteId, network, kind, now } = comer
      // Behind these are too many people to send any of them away for what others have handed in.
      if (!mayThrottle(kind) || isPrivateNetwork(network)) return null
      const site = siteOf(siteId)
      const mark = marks.ofNetwork(network)
      const counted = countedOf(site, 'networks', mark, now)
      const past = pastOf(site, mark, counted, comer)
      // Those that got a token by a second challenge vouch for nobody, or they would earn themselves more.
      const had = doubtful.count(siteId, mark, now)
      const clean = Math.max(0, verified.count(siteId, mark, now) - had)
      if (had >= doubtfulBudget(budgets, clean, past))
        return { retryAfterSeconds: secondsOf(doubtful.untilLess(siteId, mark, now)) }
      doubtful.add(siteId, mark, 1, now, comer.minimalData)
      return null
    },

    passed(visit) {
      if (visit.minimalData) return
      const site = siteOf(visit.siteId)
      if (!site.hasLikeness) {
        withLikeness.add(site)
        const oldest = withLikeness.size > likenessMax ? firstOf(withLikeness) : undefined
        if (oldest !== undefined) {
          oldest.dropLikeness()
          withLikeness.delete(oldest)
        }
      }
      site.likeness.add(visit, visit.now)
    },

    redeemed({ siteId, network, asn, minimalData, now }) {
      const site = siteOf(siteId)
      const mark = marks.ofNetwork(network)
      site.networks.get(mark)?.verified.add(1, now)
      verified.add(siteId, mark, 1, now, minimalData)
      const wideMark = marks.ofWideNetwork(network)
      const operatorMark = asn === 0 ? 0 : marks.ofOperator(asn)
      for (const each of [mark, wideMark, operatorMark]) {
        if (each === 0) continue
        if (minimalData) {
          site.memory.add(each, 1, now)
          continue
        }
        const key = `${siteId} ${each}`
        const known = redeemed.get(key)
        if (known !== undefined) known.n += 1
        else if (redeemed.size < pendingMax) redeemed.set(key, { siteId, mark: each, n: 1, at: now })
      }
    },

    blamed({ siteId, network, minimalData }) {
      const mark = marks.ofNetwork(network)
      const site = sites.get(siteId)
      const counted = site?.networks.get(mark)
      // Nothing is granted until the database has been asked again.
      if (counted !== undefined) counted.past = undefined
      site?.pasts.delete(mark)
      if (minimalData) site?.memory.forget(mark)
      else if (blamed.length < pendingMax) blamed.push({ siteId, mark })
    },
  }

  const memory: VolumeMemory = {
    gossip,
    site: siteOf,
    known: (siteId) => sites.get(siteId),
    knownSites: () => sites.values(),
    takeWantedSites() {
      const taken = [...wantedSites]
      wantedSites.clear()
      return taken
    },
    takeWantedPasts() {
      const taken = [...wantedPasts].map(([counted, named]) => ({ ...named, counted }))
      wantedPasts.clear()
      return taken
    },
    takeTold() {
      const taken = [...changed].map(([counted, named]) => ({ ...named, counted }))
      changed.clear()
      return taken
    },
    hear(told, now) {
      const { siteId, mark, slot, n } = told
      if (gossip.hear(told, now)) return
      const site = sites.get(siteId)
      if (site === undefined || (kindOf(mark) !== 'challenges' && mark !== sparseMark)) return
      if (mark === sparseMark) {
        const grew = site.sparse.elsewhere.setSlot(slot, n, now)
        if (grew > 0 && slot >= slotOf(now) - 1)
          site.sparselyKnown.hear(site.sparse, grew, { now, usual: site.past?.usual ?? 0 })
        return
      }
      const counted = mark === 0 ? site.whole : (site.crowds.get(mark) ?? countedOf(site, 'networks', mark, now))
      const more = counted.elsewhere.setSlot(slot, n, now)
      if (more <= 0 || slot < slotOf(now) - 1) return
      if (mark === 0) {
        if (site.past !== null) site.attack.add(more, now, site.past.usual)
      } else if (site.crowds.get(mark) === undefined)
        standingOf(counted, counted.past ?? null, { now, perToken: site.past?.perToken ?? 1, n: more })
    },
    takeRedeemed() {
      const taken = [...redeemed.values()]
      redeemed = new Map()
      return taken
    },
    takeBlamed() {
      const taken = blamed
      blamed = []
      return taken
    },
  }
  return { ...volume, memory }
}

function usualPerSecond({ past }: SiteVolume): number {
  return past === null ? 0 : past.usual / 3600
}

/** Whether an operator with a past comes about as often as ever, these `n` included: what goes beyond twice the usual is small. */
function isUsual(
  counted: Counted,
  past: Past,
  { now, perToken, n }: { now: number; perToken: number; n: number },
): boolean {
  const usual = past.usual * perToken
  const limit = Math.max(operatorSurge, usual / 10)
  // One more than the limit is kept, so that it shows when the limit is passed.
  return counted.surge.add(n, { now, perHour: Math.max(2, usual * 2), limit: limit + 1 }) <= limit
}

function firstOf<T>(values: Iterable<T>): T | undefined {
  for (const value of values) return value
  return undefined
}
