import type { Database } from '@bollard/database'
import type { Worker } from '../../records/work/work-loop.ts'
import type { VolumeMemory } from './create-volume.ts'
import { dayOf, hourOf } from './history.ts'
import { slotCount, slotOf } from './hour-window.ts'
import { urgentMs } from './shared-taker.ts'
import type { Counted, SiteVolume } from './site-volume.ts'
import {
  addHistory,
  blameNetworks,
  forgetTold,
  hearCounts,
  hearCountsOf,
  hearUrgent,
  newProcessId,
  noteAttacks,
  readAttacks,
  readPasts,
  readPastsOf,
  readSitePasts,
  readVouchers,
  tellCounts,
} from './volume-store.ts'

const everyMs = 2_000
const looksOfTurn = everyMs / urgentMs
/** Turns after which old rows are looked for. */
const cleanEvery = 300
/** So many networks and operators come with a site; of others the past is read when they have come often. */
const pastsMax = 3_000
/** Over all sites; beyond it each site brings only a few. */
const pastsOfAllMax = 300_000
const pastsWhenFull = 200
/** Statistics of two weeks are read for each, so a turn learns of some sites, and the others ask again with their next visitor. */
const sitesAtOnce = 10
const sitesOfTurn = 100
/** Rows of one statement, and what is kept while none succeeds. */
const rowsAtOnce = 2_000
const untoldMax = 50_000
/** A process can commit after a later one, and its counts carry an earlier time. */
const overlapMs = 5_000
const vouchersMin = 3

/** By the id of a solution, who owns it: an organization, or one person. Solutions without an answer vouch for nobody. */
export type OwnersOf = (solutionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>

export interface VolumeFollower extends Worker {
  /** Exchanges counts once; what could not be written stays for the next turn. */
  turn(): Promise<void>
  /** Exchanges what is urgent alone. */
  urgentTurn(): Promise<void>
}

/**
 * Connects the counts of this process with those of all others and with the past, every two seconds and never in a request; what is
 * urgent, every half second.
 * While the database is away the process continues with its own counts; a killed process loses at most two seconds of them.
 */
export function followVolume(options: {
  readonly db: Database
  readonly memory: VolumeMemory
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly onError: (error: unknown) => void
  /** Without it no site vouches for another's visitors. */
  readonly ownersOf?: OwnersOf | undefined
  /** Milliseconds between two turns. */
  readonly turnMs?: number | undefined
}): VolumeFollower {
  const { db, memory, now, onError, ownersOf, turnMs = everyMs } = options
  const processId = newProcessId()
  let heardAt: Date | null = null
  let urgentHeardAt: Date | null = null
  let looks = 0
  let turns = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let failing = false
  let stopped = false
  let pastsKnown = 0
  /** What could not be written. */
  let untold: Parameters<typeof tellCounts>[2] = []
  let unwritten: Parameters<typeof addHistory>[1] = []
  let unblamed: Parameters<typeof blameNetworks>[1] = []

  async function tell(): Promise<void> {
    const at = now()
    const latest = slotOf(at)
    const counts = [...untold]
    for (const counted of memory.takeTold()) {
      const { siteId, mark } = counted
      // The whole window the first time, afterwards only slots that can still change.
      const first = counted.isTold ? latest - 1 : latest - slotCount + 1
      counted.isTold = true
      for (let slot = first; slot <= latest; slot += 1) {
        const n = counted.issued.inSlot(slot)
        if (n > 0) counts.push({ siteId, mark, slot, n })
      }
    }
    counts.push(...memory.gossip.takeTold(at))
    // The latest number of a slot counts, and is the last that was put in.
    untold = [...new Map(counts.map((one) => [`${one.siteId} ${one.mark} ${one.slot}`, one])).values()]
    untold = untold.slice(-untoldMax)
    while (untold.length > 0) {
      await tellCounts(db, processId, untold.slice(0, rowsAtOnce))
      untold = untold.slice(rowsAtOnce)
    }
  }

  async function write(): Promise<void> {
    const added = [
      ...unwritten,
      ...memory.takeRedeemed().map(({ siteId, mark, n, at }) => ({ siteId, mark, n, hour: hourOf(at) })),
    ]
    unwritten = added.slice(-untoldMax)
    while (unwritten.length > 0) {
      await addHistory(db, unwritten.slice(0, rowsAtOnce))
      unwritten = unwritten.slice(rowsAtOnce)
    }
    unblamed = [...unblamed, ...memory.takeBlamed()].slice(-untoldMax)
    while (unblamed.length > 0) {
      await blameNetworks(db, unblamed.slice(0, rowsAtOnce))
      unblamed = unblamed.slice(rowsAtOnce)
    }
  }

  async function hear(): Promise<void> {
    const { counts, at, hasOthers, processes } = await hearCounts(db, processId, heardAt)
    memory.gossip.hasOthers = hasOthers
    memory.gossip.processes = processes
    heardAt = new Date(at.getTime() - overlapMs)
    const moment = now()
    for (const count of counts) memory.hear(count, moment)
    for (const siteId of await readAttacks(db)) memory.known(siteId)?.attack.hear(moment)
  }

  async function noteOwn(): Promise<void> {
    const at = now()
    const attacks = []
    for (const site of memory.knownSites()) {
      const times = site.attack.times(at)
      // Only what this process has seen itself, otherwise two of them would keep each other alarmed.
      if (times === null || site.past === null || at - times.pressedAt > everyMs * 2) continue
      attacks.push({
        siteId: site.id,
        sinceAgoMs: Math.max(0, at - times.since),
        issued: site.whole.count(at),
        usual: Math.round(site.past.usual),
      })
    }
    if (attacks.length > 0) await noteAttacks(db, attacks)
  }

  async function learnSites(sites: readonly SiteVolume[]): Promise<void> {
    if (sites.length === 0) return
    const at = now()
    const today = dayOf(at)
    const ids = sites.map(({ id }) => id)
    const pasts = new Map((await readSitePasts(db, ids, { today, now: at })).map((past) => [past.siteId, past]))
    for (const site of sites) {
      const past = pasts.get(site.id)
      if (past === undefined) site.past = null
      else {
        // Challenges that nobody finished are free to ask for, so they count as three times the verified at most.
        const usual = Math.min(past.issued, past.verified * 3)
        site.past = { usual, perToken: Math.max(1, usual / Math.max(1, past.verified)) }
      }
      pastsKnown -= site.pasts.size
      site.pasts.clear()
      if (!site.isMinimal) {
        const limit = pastsKnown < pastsOfAllMax ? pastsMax : pastsWhenFull
        for (const { mark, days, usual, daily } of await readPasts(db, site.id, { today, limit }))
          site.pasts.set(mark, { days, usual, daily })
        pastsKnown += site.pasts.size
      }
      const isNew = site.loadedAt === Number.NEGATIVE_INFINITY
      site.loadedAt = at
      // What other processes wrote before this one knew the site.
      if (isNew) for (const count of await hearCountsOf(db, processId, [site.id])) memory.hear(count, now())
    }
  }

  async function learnPasts(): Promise<void> {
    const wanted = memory.takeWantedPasts()
    if (wanted.length === 0) return
    const at = now()
    const today = dayOf(at)
    const found = new Map((await readPastsOf(db, wanted, today)).map((past) => [`${past.siteId} ${past.mark}`, past]))
    for (const counted of wanted) {
      const past = found.get(`${counted.siteId} ${counted.mark}`)
      counted.past = past === undefined ? null : { days: past.days, usual: past.usual, daily: past.daily }
      counted.pastDay = today
    }
    const strangers = wanted.filter(({ past }) => past === null)
    if (strangers.length > 0 && ownersOf !== undefined) await learnVouched(strangers, ownersOf, { today, now: at })
  }

  async function learnVouched(
    strangers: readonly Counted[],
    findOwners: OwnersOf,
    moment: { today: number; now: number },
  ): Promise<void> {
    const vouchers = await readVouchers(db, [...new Set(strangers.map(({ mark }) => mark))], moment)
    if (vouchers.length === 0) return
    const owners = await findOwners([...new Set(vouchers.map(({ solutionId }) => solutionId))])
    for (const counted of strangers) {
      const { siteId, mark } = counted
      const others = vouchers.filter((voucher) => voucher.mark === mark && voucher.siteId !== siteId)
      const distinct = new Set(others.flatMap(({ solutionId }) => owners.get(solutionId) ?? []))
      counted.isVouchedFor = distinct.size >= vouchersMin
    }
  }

  async function once(): Promise<void> {
    await tell()
    await write()
    await hear()
    const wanted = memory.takeWantedSites().slice(0, sitesOfTurn)
    for (let from = 0; from < wanted.length; from += sitesAtOnce)
      await learnSites(wanted.slice(from, from + sitesAtOnce))
    await learnPasts()
    await noteOwn()
    turns += 1
    if (turns % cleanEvery === 1) await forgetTold(db)
  }

  async function turn(): Promise<void> {
    running ??= once().finally(() => {
      running = null
    })
    return running
  }

  async function urgentTurn(): Promise<void> {
    // A process alone has nobody to tell. What it did not tell, it tells with the rest once there are others.
    if (memory.gossip.processes <= 1 && !memory.gossip.hasOthers) return
    const told = memory.gossip.takeTold(now(), 'urgent')
    try {
      if (told.length > 0) await tellCounts(db, processId, told)
    } catch (error) {
      untold = [...untold, ...told].slice(-untoldMax)
      throw error
    }
    const { counts, at } = await hearUrgent(db, processId, urgentHeardAt)
    urgentHeardAt = new Date(at.getTime() - overlapMs)
    const moment = now()
    for (const count of counts) memory.hear(count, moment)
    memory.gossip.isListening = true
  }

  async function tryTurn(): Promise<void> {
    try {
      // Every so many times of what is urgent, all.
      if (looks++ % looksOfTurn === 0) await turn()
      else await (running ??= urgentTurn().finally(() => (running = null)))
      failing = false
    } catch (error) {
      // Reported once: while the database is away every turn fails for the same reason.
      if (!failing) onError(error)
      failing = true
    }
  }

  function schedule(): void {
    if (stopped) return
    timer = setTimeout(() => void tryTurn().then(schedule), turnMs / looksOfTurn)
    timer.unref()
  }

  return {
    turn,
    urgentTurn,
    start: schedule,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running?.catch(() => undefined)
      await tell()
      await write()
    },
  }
}
