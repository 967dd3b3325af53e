/** The hour is counted in slots, so that counts of several processes can be added up slot by slot. */
export const slotMs = 600_000
/** The running slot and the six before: never less than an hour, at most 70 minutes. */
export const slotCount = 7
const slotsOfDay = 144

export const slotOf = (now: number): number => Math.floor(now / slotMs)

/** Counts of at least the last hour: at any moment, no hour contains more than `total` says. O(1). */
export class HourWindow {
  #slot = Number.NEGATIVE_INFINITY
  #total = 0
  #before = 0
  readonly #counts = [0, 0, 0, 0, 0, 0, 0]

  add(n: number, now: number): void {
    this.#turn(slotOf(now))
    const index = this.#slot % slotCount
    this.#counts[index] = (this.#counts[index] ?? 0) + n
    this.#total += n
  }

  total(now: number): number {
    if (this.#slot !== slotOf(now)) this.#turn(slotOf(now))
    return this.#total
  }

  /** What was counted on this day (UTC) more than an hour ago; of the slot in which the hour began its part. */
  before(now: number): number {
    this.#turn(slotOf(now))
    const passed = Math.max(0, now / slotMs - this.#slot)
    return this.#before + this.inSlot(this.#slot - slotCount + 1) * passed
  }

  /** What was counted in a slot of the window, 0 for any other. */
  inSlot(slot: number): number {
    return slot > this.#slot || slot <= this.#slot - slotCount ? 0 : (this.#counts[slot % slotCount] ?? 0)
  }

  /** Sets what a slot of the window holds, and returns by how much it grew; slots outside of the window count nothing. */
  setSlot(slot: number, n: number, now: number): number {
    this.#turn(slotOf(now))
    if (slot > this.#slot || slot <= this.#slot - slotCount) return 0
    const index = slot % slotCount
    const grown = n - (this.#counts[index] ?? 0)
    this.#counts[index] = n
    this.#total += grown
    return grown
  }

  /** Milliseconds until something leaves the window; 0 where nothing is in it. */
  untilLess(now: number): number {
    this.#turn(slotOf(now))
    for (let slot = this.#slot - slotCount + 1; slot <= this.#slot; slot += 1)
      if (this.inSlot(slot) > 0) return Math.max(0, (slot + slotCount) * slotMs - now)
    return 0
  }

  #turn(slot: number): void {
    if (slot === this.#slot) return
    if (slot < this.#slot) {
      // If the clock was set back a little, counting continues in the latest slot; further back, the old counts are void.
      if (slot > this.#slot - slotCount) return
      this.#counts.fill(0)
      this.#total = 0
      this.#before = 0
    } else if (slot >= this.#slot + slotCount) {
      this.#before += this.#total
      this.#counts.fill(0)
      this.#total = 0
    } else {
      for (let next = this.#slot + 1; next <= slot; next += 1) {
        const index = next % slotCount
        const left = this.#counts[index] ?? 0
        this.#counts[index] = 0
        this.#total -= left
        this.#before += left
      }
    }
    if (Math.floor(slot / slotsOfDay) !== Math.floor(this.#slot / slotsOfDay)) this.#before = 0
    this.#slot = slot
  }
}
