import { ground } from '../ladder/ladder.ts'
import { createCell, slotsOfCell } from '../limit/cell.ts'
import { type Charge, type Outcome, outcomeOf, outcomeOfLeases } from './charge.ts'

/** What a store of several processes answers for a charge. */
export interface TakenRow {
  /** The moment at which the store counted. */
  readonly now: number
  readonly fits: boolean
  readonly counted: boolean
  /** As the store keeps it; see the comments of the table `cells`. */
  readonly at: number
  readonly slots: readonly number[]
  /** Step, since when, challenges owed; empty on the ground. */
  readonly standing: readonly number[]
}

/** The outcome that a store in memory would have: the row is read as its cell. */
export function outcomeOfRow(charge: Charge | undefined, row: TakenRow): Outcome {
  if (charge === undefined) throw new RangeError('the store answered for a charge that was not asked for')
  const { now, at, slots, fits, counted } = row
  const [step = 0, since = 0, owed = 0] = charge.mode === 'METER' ? row.standing : []
  const found = { fits, counted, standing: step === 0 ? ground : { step, since, owed } }
  if (charge.rule.kind === 'LEASES') return outcomeOfLeases(charge, slots, now, found)
  const cell = createCell()
  cell.at = at
  if (charge.rule.kind === 'LOG') {
    cell.at = slots[0] ?? now
    for (let index = 0; index < Math.min(slots.length, slotsOfCell); index++)
      cell.slots[index] = (slots[index] ?? 0) - cell.at + 1
  } else if (charge.rule.kind === 'BUCKET') {
    cell.slots[0] = Math.floor((slots[0] ?? 0) / 2 ** 32)
    cell.slots[1] = (slots[0] ?? 0) % 2 ** 32
  } else cell.slots.set(slots)
  return outcomeOf(charge, cell, now, found)
}
