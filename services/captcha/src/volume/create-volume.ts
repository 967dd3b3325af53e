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
import { dayOf } from './history.ts'
import { slotOf } from './hour-window.ts'
import type { Visit } from './likeness.ts'
import { isPrivateNetwork, type Marks } from './marks.ts'
import { Counted, SiteVolume } from './site-volume.ts'
import type { Tickets } from './tickets.ts'
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
const networkSurge = 2
const operatorSurge = 4
/** Tickets out in an hour with which the wait is longest, and how long they wait: more when many are out, less than a minute. */
const ticketsOfLongestWait = 5_000
const ticketWaitMs = { least: 10_000, more: 40_000, hosting: 20_000 } as const
const nothing: Issue = { bits: 0, effects: 0, throttle: null }

export function createVolume({
  marks,
  tickets,
  budgets: given = {},
}: {
  readonly marks: Marks
  readonly tickets: Tickets
  /** Other budgets than the usual ones. */
  readonly budgets?: Partial<Budgets> | undefined
}): Volume & { readonly memory: VolumeMemory } {
  const budgets: Budgets = { ...defaultBudgets, ...given }
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

  /** Null where a ticket lets the start in. */
  function throttle({ siteId, network, kind, ticket, now }: IssueRequest, counted: Counted): Throttle | null {
    const holder = { siteId, network }
    if (ticket !== undefined) {
      const state = tickets.use(ticket, holder, now)
      if (state.status === 'due') return null
      if (state.status === 'early') return { retryAfterSeconds: secondsOf(state.dueAt - now), ticket }
    }
    const isServers = kind === 'hosting'
    const out = counted.tickets.total(now)
    if (isServers && out >= budgets.hostingTickets)
      return { retryAfterSeconds: secondsOf(counted.issued.untilLess(now)) }
    // Elsewhere tickets never run out: they are free to ask for, and whoever took them all would lock out everybody of the network.
    const waitMs = isServers
      ? ticketWaitMs.hosting
      : ticketWaitMs.least + Math.floor(Math.min(1, out / ticketsOfLongestWait) * ticketWaitMs.more)
    counted.tickets.add(1, now)
    return { retryAfterSeconds: secondsOf(waitMs), ticket: tickets.issue(holder, now + waitMs) }
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
            const throttled = throttle(request, counted)
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
      const told = minimalData ? null : { now, from: toldFrom.network }
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
        const isUsualNetwork = past !== null && isUsual(counted, past, { ...scale, least: networkSurge })
        const isUsualOperator =
          operator !== null &&
          operatorPast !== null &&
          isUsual(operator, operatorPast, { ...scale, least: operatorSurge })
        const isOn =
          settings.underAttack === 'ON' ||
          (settings.underAttack === 'AUTO' && site.past !== null && site.attack.isOn(now))
        if (isOn) attackBits = isUsualNetwork || isUsualOperator ? bitsOfKnown : mostBits
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
      const { siteId, network, now } = comer
      const site = siteOf(siteId)
      const mark = marks.ofNetwork(network)
      const counted = countedOf(site, 'networks', mark, now)
      const past = pastOf(site, mark, counted, comer)
      // Those that got a token by a second challenge vouch for nobody, or they would earn themselves more.
      const clean = Math.max(0, counted.verifiedLately(now) - counted.doubtful.total(now))
      if (counted.doubtful.total(now) >= doubtfulBudget(budgets, clean, past))
        return { retryAfterSeconds: secondsOf(counted.doubtful.untilLess(now)) }
      counted.doubtful.add(1, now)
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
    hear({ siteId, mark, slot, n }, now) {
      const site = sites.get(siteId)
      if (site === undefined) return
      const counted = mark === 0 ? site.whole : (site.crowds.get(mark) ?? countedOf(site, 'networks', mark, now))
      const more = counted.elsewhere.setSlot(slot, n, now)
      if (more <= 0 || slot < slotOf(now) - 1) return
      if (mark === 0) {
        if (site.past !== null) site.attack.add(more, now, site.past.usual)
      } else if (counted.past) {
        const least = site.crowds.get(mark) !== undefined ? operatorSurge : networkSurge
        isUsual(counted, counted.past, { now, perToken: site.past?.perToken ?? 1, n: more, least })
      }
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

/** Whether someone with a past comes about as often as ever, these `n` included: what goes beyond twice the usual is small. */
function isUsual(
  counted: Counted,
  past: Past,
  { now, perToken, n, least }: { now: number; perToken: number; n: number; least: number },
): boolean {
  const usual = past.usual * perToken
  const limit = Math.max(least, usual / 10)
  // One more than the limit is kept, so that it shows when the limit is passed.
  return counted.surge.add(n, { now, perHour: Math.max(2, usual * 2), limit: limit + 1 }) <= limit
}

function firstOf<T>(values: Iterable<T>): T | undefined {
  for (const value of values) return value
  return undefined
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
