import { BoundedMap } from '../../records/memory/bounded-map.ts'
import { HourWindow, slotCount, slotOf } from './hour-window.ts'

/** A number of one slot, as processes share it. */
export interface Told {
  readonly siteId: number
  /** See `toldMark`. */
  readonly mark: number
  readonly slot: number
  readonly n: number
}

/** Counts of the last hour by site and mark, of this process and of all others. */
export interface SharedCounts {
  /** `isPrivate` counts are not shared: they belong to visitors of whom nothing may be stored. */
  add(siteId: number, mark: number, n: number, now: number, isPrivate?: boolean): void
  count(siteId: number, mark: number, now: number): number
  /** What others counted. */
  heard(siteId: number, mark: number, now: number): number
  /** What others counted in the slots that the last milliseconds, ten minutes at most, fall into. */
  heardLately(siteId: number, mark: number, lastMs: number, now: number): number
  /** Whether neither this process nor another one has counted anything that is remembered. */
  isEmpty(): boolean
  /** Milliseconds until the count gets less; 0 where nothing is counted. */
  untilLess(siteId: number, mark: number, now: number): number
}

/** What others counted since they were last heard. */
interface Heard {
  readonly siteId: number
  readonly mark: number
  readonly n: number
  /** Whether all of it is of this moment, though nothing was heard of it before: this process has listened. */
  readonly isNew: boolean
}

export interface SharedCountsOptions {
  /** Others hear of what is at least so much; of less where many processes could each keep it to themselves, see `tellsFrom`. */
  readonly tellFrom: number
  /** Keys that are remembered. */
  readonly limit: number
  /** Keys shared in one turn; the bound keeps anyone from filling the table. */
  readonly atOnce: number
  /** Whether nothing is counted here at all while there is no other process. */
  readonly isOnlyForOthers?: boolean
  /** Is told what others have counted anew in this or the last ten minutes. */
  readonly onHeard?: (heard: Heard, now: number) => void
}

/** What processes count together. All of it is in memory; `followVolume` carries it from one to the other. */
export interface Gossip {
  /** One for each kind. */
  counts(kind: ToldKind, options: SharedCountsOptions): SharedCounts
  /** Whether another process has shared anything lately. */
  hasOthers: boolean
  /** How many processes serve visitors, this one included. */
  processes: number
  /** Whether all that others told until a moment ago was heard. */
  isListening: boolean
  /** What others have not heard yet; of the urgent kinds alone where that is asked. */
  takeTold(now: number, which?: 'urgent'): Told[]
  /** Whether it was of a kind that is counted here. */
  hear(told: Told, now: number): boolean
}

interface Entry {
  readonly siteId: number
  readonly mark: number
  own: HourWindow | null
  elsewhere: HourWindow | null
  isTold: boolean
}

interface Table {
  readonly kind: ToldKind
  readonly onHeard: SharedCountsOptions['onHeard']
  readonly entries: BoundedMap<string, Entry>
  readonly changed: Set<Entry>
}

export function createGossip(): Gossip {
  const tables = new Map<ToldKind, Table>()

  function entryOf({ kind, entries }: Table, siteId: number, mark: number): Entry {
    const key = `${siteId} ${mark}`
    const entry = entries.get(key) ?? {
      siteId,
      mark: toldMark(kind, mark),
      own: null,
      elsewhere: null,
      isTold: false,
    }
    // Moves it to the end, so that what is counted longest ago is forgotten first.
    entries.set(key, entry)
    return entry
  }

  const gossip: Gossip = {
    hasOthers: false,
    processes: 1,
    isListening: false,

    counts(kind, { tellFrom, limit, atOnce, isOnlyForOthers = false, onHeard }) {
      const table: Table = { kind, onHeard, entries: new BoundedMap(limit), changed: new Set() }
      tables.set(kind, table)
      const find = (siteId: number, mark: number) => table.entries.get(`${siteId} ${mark}`)
      return {
        add(siteId, mark, n, now, isPrivate = false) {
          if (isOnlyForOthers && (isPrivate || !gossip.hasOthers)) return
          const entry = entryOf(table, siteId, mark)
          entry.own ??= new HourWindow()
          entry.own.add(n, now)
          if (isPrivate || table.changed.size >= atOnce) return
          if (entry.isTold || entry.own.total(now) >= tellsFrom(tellFrom, gossip.processes)) table.changed.add(entry)
        },
        count(siteId, mark, now) {
          const entry = find(siteId, mark)
          return (entry?.own?.total(now) ?? 0) + (entry?.elsewhere?.total(now) ?? 0)
        },
        heard: (siteId, mark, now) => find(siteId, mark)?.elsewhere?.total(now) ?? 0,
        heardLately(siteId, mark, lastMs, now) {
          const window = find(siteId, mark)?.elsewhere
          if (window === null || window === undefined) return 0
          // Turns the window, so that what is in it is of the last hour.
          window.total(now)
          const [first, last] = [slotOf(now - lastMs), slotOf(now)]
          return window.inSlot(last) + (first < last ? window.inSlot(first) : 0)
        },
        isEmpty: () => table.entries.size === 0,
        untilLess(siteId, mark, now) {
          const entry = find(siteId, mark)
          const waits = [entry?.own?.untilLess(now) ?? 0, entry?.elsewhere?.untilLess(now) ?? 0].filter((ms) => ms > 0)
          return waits.length === 0 ? 0 : Math.min(...waits)
        },
      }
    },

    takeTold(now, which) {
      const latest = slotOf(now)
      const told: Told[] = []
      for (const { kind, changed } of tables.values()) {
        if (which === 'urgent' && !urgentKinds.includes(kind)) continue
        for (const entry of changed) {
          // The first time all of the window, then what can still have changed.
          for (let slot = entry.isTold ? latest - 1 : latest - slotCount + 1; slot <= latest; slot += 1) {
            const n = entry.own?.inSlot(slot) ?? 0
            if (n > 0) told.push({ siteId: entry.siteId, mark: entry.mark, slot, n })
          }
          entry.isTold = true
        }
        changed.clear()
      }
      return told
    },

    hear({ siteId, mark, slot, n }, now) {
      const kind = kindOf(mark)
      const table = kind === undefined ? undefined : tables.get(kind)
      if (kind === undefined || table === undefined) return false
      const entry = entryOf(table, siteId, mark - toldMark(kind, 0))
      const isNew = entry.elsewhere === null && gossip.isListening
      entry.elsewhere ??= new HourWindow()
      const more = entry.elsewhere.setSlot(slot, n, now)
      if (more > 0 && slot >= slotOf(now) - 1)
        table.onHeard?.({ siteId, mark: mark - toldMark(kind, 0), n: more, isNew }, now)
      return true
    },
  }
  return gossip
}

/** What processes tell each other the number of; append-only, for processes of two releases may hear each other. */
const kinds = [
  'challenges',
  'sparse',
  'doubtful',
  'verified',
  'place',
  'ticket',
  'page',
  'digest',
  'misuse',
  'logged',
  'pace',
] as const
export type ToldKind = (typeof kinds)[number]
/** Of few keys, and of limits that a flood is through with in a moment, so processes tell them several times a second. The last kinds, for an index. */
const urgentKinds: readonly ToldKind[] = ['misuse', 'logged', 'pace']

/** Marks have 48 bits, and a number of JavaScript holds five more exactly. */
const step = 2 ** 48

/** The name under which a count is shared: what it counts, and the mark of what it is counted for. */
export function toldMark(kind: ToldKind, mark: number): number {
  return kinds.indexOf(kind) * step + mark
}

/** From this mark on what is told is urgent: that of 'misuse', as a constant, since an index begins there. */
export const urgentFrom = 2_251_799_813_685_248

/**
 * From how many on a process tells others of a count, so that all that `processes` keep to themselves is little beside a threshold of ten
 * times `tellFrom`: spread evenly over them, each sees a small part of it.
 */
export function tellsFrom(tellFrom: number, processes: number): number {
  return processes <= 1 ? tellFrom : Math.max(1, Math.min(tellFrom, Math.ceil((tellFrom * 5) / processes)))
}

/** Undefined for what a later release tells. */
export function kindOf(told: number): ToldKind | undefined {
  return kinds[Math.floor(told / step)]
}
