import type { LimitKey } from '../key/limit-key.ts'
import { ground, type Move, type Standing, standingAfter } from '../ladder/ladder.ts'
import { type Cell, slotsOfCell } from '../limit/cell.ts'

/** What the table holds, and what it had to forget. */
export interface CellFigures {
  readonly keys: number
  readonly keysMax: number
  /** Keys that stand above the ground of their ladder. */
  readonly standing: number
  /** Keys that were below their limit and were forgotten to make room. */
  readonly evicted: number
  /** Keys that found no room, since no key that was looked at was below its limit. */
  readonly refused: number
}

/** A key at or above its limit. It is never forgotten before it expires, and neither is one on a ladder. */
export const fullPressure = 255
/** How long what has expired is kept, since clocks are set back by a little at times. */
export const graceMs = 5_000
/** Records that each new step looks at, to free those that have expired: twice as fast as new ones can come. */
const sweptPerStep = 2
/** Records that are looked at for one to make room. */
const lookedAtForRoom = 64

/**
 * Cells and standings by key, in flat arrays: 110 bytes for each key, and 19 more for each that stands on a ladder, all taken when the table is made, so that nothing
 * grows or is collected while requests wait. The operating system gives memory only to what was touched.
 *
 * Expired records are freed by a hand that moves on two records with each step: no timer, and no pause. When the table
 * is full, it forgets one of 64 records, the one that is furthest below its limit, and counts that.
 */
export class CellTable {
  readonly #keysMax: number
  readonly #keys: Int32Array
  readonly #at: Float64Array
  readonly #slots: Uint32Array
  /** Milliseconds since 1970. 0: the record is free. Infinity: in use by the current step. */
  readonly #expiresAt: Float64Array
  readonly #pressure: Uint8Array
  /** Standings, of which most are the ground. */
  readonly #step: Uint8Array
  readonly #since: Float64Array
  readonly #owed: Uint16Array
  readonly #standsUntil: Float64Array
  /** By bucket, and by record, the number of the next record, plus one. */
  readonly #heads: Int32Array
  readonly #next: Int32Array
  readonly #mask: number
  #free = 0
  #touched = 0
  #hand = 0
  #keysNow = 0
  #standing = 0
  #evicted = 0
  #refused = 0

  constructor(keysMax: number) {
    const buckets = 2 ** Math.ceil(Math.log2(keysMax))
    this.#keysMax = keysMax
    this.#keys = new Int32Array(4 * keysMax)
    this.#at = new Float64Array(keysMax)
    this.#slots = new Uint32Array(slotsOfCell * keysMax)
    this.#expiresAt = new Float64Array(keysMax)
    this.#pressure = new Uint8Array(keysMax)
    this.#step = new Uint8Array(keysMax)
    this.#since = new Float64Array(keysMax)
    this.#owed = new Uint16Array(keysMax)
    this.#standsUntil = new Float64Array(keysMax)
    this.#heads = new Int32Array(buckets)
    this.#next = new Int32Array(keysMax)
    this.#mask = buckets - 1
  }

  figures(): CellFigures {
    return {
      keys: this.#keysNow,
      keysMax: this.#keysMax,
      standing: this.#standing,
      evicted: this.#evicted,
      refused: this.#refused,
    }
  }

  /** The number of the key's record, or -1. */
  find([first, second, third, fourth]: LimitKey): number {
    for (
      let record = (this.#heads[first & this.#mask] ?? 0) - 1;
      record !== -1;
      record = (this.#next[record] ?? 0) - 1
    ) {
      const at = 4 * record
      if (
        this.#keys[at] === first &&
        this.#keys[at + 1] === second &&
        this.#keys[at + 2] === third &&
        this.#keys[at + 3] === fourth
      )
        return record
    }
    return -1
  }

  /** A new record for a key that has none; -1 where there is no room. */
  add(key: LimitKey, now: number): number {
    const record = this.#room(now)
    if (record === -1) {
      this.#refused++
      return -1
    }
    this.#keys.set(key, 4 * record)
    const bucket = key[0] & this.#mask
    this.#next[record] = this.#heads[bucket] ?? 0
    this.#heads[bucket] = record + 1
    this.#at[record] = 0
    this.#slots.fill(0, slotsOfCell * record, slotsOfCell * (record + 1))
    this.#keysNow++
    return record
  }

  expiresAt(record: number): number {
    return this.#expiresAt[record] ?? 0
  }

  /** Keeps the record from being freed until it is saved or released. */
  pin(record: number): void {
    this.#expiresAt[record] = Infinity
    this.#pressure[record] = fullPressure
  }

  load(record: number, cell: Cell): void {
    cell.at = this.#at[record] ?? 0
    const begin = slotsOfCell * record
    for (let index = 0; index < slotsOfCell; index++) cell.slots[index] = this.#slots[begin + index] ?? 0
  }

  /** Keeps a cell until `expiresAt`, or longer where its key stands on a ladder. `pressure` is 255 times what is used of its limit, 255 at most. */
  save(record: number, cell: Cell, expiresAt: number, pressure: number): void {
    this.#at[record] = cell.at
    const begin = slotsOfCell * record
    for (let index = 0; index < slotsOfCell; index++) this.#slots[begin + index] = cell.slots[index] ?? 0
    const stands = (this.#step[record] ?? 0) > 0
    this.release(record, stands ? Math.max(expiresAt, this.#standsUntil[record] ?? 0) : expiresAt, pressure)
  }

  /** Lets the record be freed again, with what it said before. */
  release(record: number, expiresAt: number, pressure: number): void {
    this.#expiresAt[record] = Math.max(1, expiresAt)
    this.#pressure[record] = pressure
  }

  standing(record: number): Standing {
    const step = this.#step[record] ?? 0
    return step === 0 ? ground : { step, since: this.#since[record] ?? 0, owed: this.#owed[record] ?? 0 }
  }

  stand(record: number, move: Move): void {
    const { step, since, owed } = standingAfter(this.standing(record), move)
    this.#setStep(record, step)
    this.#since[record] = since
    this.#owed[record] = owed
    this.#standsUntil[record] = move.until
    this.#expiresAt[record] = Math.max(this.#expiresAt[record] ?? 0, move.until)
  }

  /** Frees a few records that have expired. */
  step(now: number): void {
    for (let looked = 0; looked < sweptPerStep && this.#touched > 0; looked++) {
      const record = this.#moveHand()
      if (this.#hasExpired(record, now)) this.#remove(record)
    }
  }

  #room(now: number): number {
    if (this.#free !== 0) {
      const record = this.#free - 1
      this.#free = this.#next[record] ?? 0
      return record
    }
    if (this.#touched < this.#keysMax) return this.#touched++
    let victim = -1
    let least = fullPressure
    for (let looked = 0; looked < Math.min(lookedAtForRoom, this.#touched); looked++) {
      const record = this.#moveHand()
      if (this.#hasExpired(record, now)) {
        this.#remove(record)
        return this.#room(now)
      }
      const stands = (this.#step[record] ?? 0) > 0
      const pressure = stands ? fullPressure : (this.#pressure[record] ?? fullPressure)
      if (pressure >= least) continue
      least = pressure
      victim = record
    }
    if (victim === -1) return -1
    this.#evicted++
    this.#remove(victim)
    return this.#room(now)
  }

  #setStep(record: number, step: number): void {
    if ((this.#step[record] ?? 0) > 0) this.#standing--
    if (step > 0) this.#standing++
    this.#step[record] = step
  }

  #moveHand(): number {
    this.#hand = this.#hand + 1 < this.#touched ? this.#hand + 1 : 0
    return this.#hand
  }

  #hasExpired(record: number, now: number): boolean {
    const expiresAt = this.#expiresAt[record] ?? 0
    return expiresAt !== 0 && expiresAt <= now - graceMs
  }

  #remove(record: number): void {
    const bucket = (this.#keys[4 * record] ?? 0) & this.#mask
    const after = this.#next[record] ?? 0
    if (this.#heads[bucket] === record + 1) this.#heads[bucket] = after
    else {
      let before = (this.#heads[bucket] ?? 0) - 1
      while (this.#next[before] !== record + 1) before = (this.#next[before] ?? 0) - 1
      this.#next[before] = after
    }
    this.#setStep(record, 0)
    this.#expiresAt[record] = 0
    this.#pressure[record] = fullPressure
    this.#next[record] = this.#free
    this.#free = record + 1
    this.#keysNow--
  }
}
