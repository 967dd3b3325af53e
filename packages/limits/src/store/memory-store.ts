import type { LimitKey } from '../key/limit-key.ts'
import { ground, type Standing } from '../ladder/ladder.ts'
import { type Cell, clear, createCell } from '../limit/cell.ts'
import { countings } from '../limit/counting.ts'
import { requireWhole } from '../limit/limit-fault.ts'
import { type CellFigures, CellTable, fullPressure } from './cell-table.ts'
import {
  ceilingOf,
  type Charge,
  isCounted,
  type LimitStore,
  type Outcome,
  outcomeOf,
  outcomeOfLeases,
  uncounted,
} from './charge.ts'
import { LeaseTable } from './lease-table.ts'

/** A store in the memory of this process. It answers at once. */
export interface MemoryStore extends LimitStore {
  readonly take: (charges: readonly Charge[], now: number, lease: string) => readonly Outcome[]
  readonly giveBack: (...asked: Parameters<LimitStore['giveBack']>) => void
  readonly stand: (...asked: Parameters<LimitStore['stand']>) => void
  readonly keep: (...asked: Parameters<LimitStore['keep']>) => void
  readonly takeOut: (...asked: Parameters<LimitStore['takeOut']>) => string | null
  readonly figures: () => CellFigures & { readonly leasedKeys: number }
}

/** How long a key that found no room is to wait, in milliseconds. */
const fullWaitMs = 1_000

/** Notes that are kept; then the oldest is forgotten, and what it would have given back counts. */
const notesMax = 100_000

/** What is known of a charge while it is decided. */
interface Pending {
  readonly charge: Charge
  /** -1 for leases, and where the table is full. */
  readonly record: number
  readonly cell: Cell
  /** When the record expires as long as nothing more is counted. */
  readonly expiresAt: number
  /** Null where it isn't a matter of leases. */
  readonly leases: { readonly key: string; readonly ends: number[] } | null
  readonly full: boolean
  /** The cell was moved back and has to be saved. */
  readonly moved: boolean
  readonly fits: boolean
  readonly belowCeiling: boolean
  readonly standing: Standing
}

/**
 * Counts exactly for one process, in at most 130 bytes for each of `keysMax` keys (default one million), which are
 * taken at once. See `CellTable` for what happens when it is full. Throws a LimitFault unless `keysMax` is from 1 to
 * ten million.
 */
export function createMemoryStore({ keysMax = 1_000_000 }: { keysMax?: number } = {}): MemoryStore {
  requireWhole(keysMax, 'keysMax', 1, 10_000_000)
  const table = new CellTable(keysMax)
  const leaseTable = new LeaseTable(keysMax)
  const notes = new Map<string, { readonly note: string; readonly until: number }>()

  /** One for each charge of a request, made once: they are read from the table before they are used. */
  const cells: Cell[] = []

  function prepare(charge: Charge, index: number, now: number): Pending {
    const { rule, cost } = charge
    const cell = (cells[index] ??= createCell())
    if (rule.kind === 'LEASES') {
      const key = nameOf(charge.key)
      const ends = leaseTable.ends(key, now, rule.span)
      const fits = ends.length + 1 <= rule.limit
      return {
        charge,
        record: -1,
        cell,
        expiresAt: 0,
        leases: { key, ends },
        full: !leaseTable.hasRoom(key),
        moved: false,
        fits,
        belowCeiling: fits,
        standing: ground,
      }
    }
    const found = table.find(charge.key)
    const expiresAt = found === -1 ? now : table.expiresAt(found)
    const record = found === -1 ? table.add(charge.key, now) : found
    if (record !== -1) table.pin(record)
    if (record === -1) clear(cell, 0)
    else table.load(record, cell)
    const counting = countings[rule.kind]
    const moved = counting.settle(rule, cell, now)
    const fits = counting.fits(rule, cell, cost, rule.limit)
    const isMeter = charge.mode === 'METER'
    const belowCeiling = isMeter ? counting.fits(rule, cell, cost, ceilingOf(charge)) : fits
    const standing = isMeter && record !== -1 ? table.standing(record) : ground
    return { charge, record, cell, expiresAt, leases: null, full: record === -1, moved, fits, belowCeiling, standing }
  }

  function finish(pending: Pending, passes: boolean, now: number, lease: string): Outcome {
    const { charge, cell, leases, full, fits, belowCeiling, standing } = pending
    if (full) return uncounted(charge, 'FULL', { now, waitMs: fullWaitMs })
    const counted = isCounted(charge, fits, passes, belowCeiling)
    const { rule, cost } = charge
    if (leases !== null) {
      const end = now + rule.span
      if (counted) {
        leaseTable.add(leases.key, lease, end)
        leases.ends.push(end)
      }
      return outcomeOfLeases(charge, leases.ends, now, { fits, counted, standing })
    }
    if (rule.kind !== 'LEASES' && counted) countings[rule.kind].add(rule, cell, cost, now)
    const outcome = outcomeOf(charge, cell, now, { fits, counted, standing })
    const pressure = pressureOf(outcome.used, rule.limit)
    if (counted || pending.moved) table.save(pending.record, cell, now + outcome.resetMs, pressure)
    else table.release(pending.record, pending.expiresAt, pressure)
    return outcome
  }

  return {
    take(charges, now, lease) {
      table.step(now)
      leaseTable.step(now)
      const pending: Pending[] = []
      let passes = true
      for (let index = 0; index < charges.length; index++) {
        const charge = charges[index]
        if (charge === undefined) continue
        const one = prepare(charge, index, now)
        pending.push(one)
        if (charge.mode === 'LIMIT') passes &&= one.full ? charge.outage !== 'CLOSED' : one.fits
      }
      return pending.map((one) => finish(one, passes, now, lease))
    },
    giveBack(charges, takenAt, lease, now) {
      for (const { key, rule, cost } of charges) {
        if (rule.kind === 'LEASES') {
          leaseTable.remove(nameOf(key), lease)
          continue
        }
        const record = table.find(key)
        if (record === -1) continue
        const cell = createCell()
        table.load(record, cell)
        const counting = countings[rule.kind]
        counting.settle(rule, cell, now)
        counting.remove(rule, cell, cost, takenAt, now)
        const used = counting.used(rule, cell)
        table.save(record, cell, now + counting.rest(rule, cell, now), pressureOf(used, rule.limit))
      }
    },
    stand(key, move) {
      const record = table.find(key)
      if (record !== -1) table.stand(record, move)
    },
    keep(key, note, until) {
      const [oldest] = notes.size >= notesMax ? notes.keys() : []
      if (oldest !== undefined) notes.delete(oldest)
      notes.set(nameOf(key), { note, until })
    },
    takeOut(key, now) {
      const name = nameOf(key)
      const kept = notes.get(name)
      notes.delete(name)
      return kept === undefined || kept.until <= now ? null : kept.note
    },
    figures: () => ({ ...table.figures(), leasedKeys: leaseTable.keys }),
  }
}

function pressureOf(used: number, limit: number): number {
  return Math.min(fullPressure, Math.floor((fullPressure * used) / limit))
}

/** The key in a form that a Map finds. */
function nameOf(key: LimitKey): string {
  return key.join(' ')
}
