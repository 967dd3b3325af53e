/** Addresses from `start` to `end`, both included. `value` is 0 for nothing. */
export interface Range {
  readonly start: bigint
  readonly end: bigint
  readonly value: number
}

/**
 * Makes ranges that overlap into sorted ones that do not. The narrower range wins inside a wider one, as in routing; of two that overlap
 * in part, the one that starts later. Neighbours with the same value become one, and ranges of value 0 are left out.
 */
export function flatten(ranges: readonly Range[]): Range[] {
  const sorted = ranges.toSorted((a, b) => (a.start === b.start ? compare(b.end, a.end) : compare(a.start, b.start)))
  const flat: Range[] = []
  const open: Range[] = []
  let cursor = 0n
  const emit = (end: bigint, value: number) => {
    if (end < cursor) return
    const last = flat.at(-1)
    if (value !== 0 && last?.value === value && last.end + 1n === cursor) flat[flat.length - 1] = { ...last, end }
    else if (value !== 0) flat.push({ start: cursor, end, value })
    cursor = end + 1n
  }
  const closeBefore = (start: bigint | null) => {
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (start !== null && top.end >= start) return emit(start - 1n, top.value)
      open.pop()
      emit(top.end, top.value)
    }
  }
  for (const range of sorted) {
    closeBefore(range.start)
    if (cursor < range.start) cursor = range.start
    open.push(range)
  }
  closeBefore(null)
  return flat
}

/** A stretch of addresses, up to the start of the next one, with the value of every layer there. */
export interface Segment {
  readonly start: bigint
  readonly values: readonly number[]
}

/** Lays flat layers over each other. The segments begin at 0 and leave no gap; neighbours always differ. */
export function layer(layers: readonly (readonly Range[])[]): Segment[] {
  const borders = new Set([0n])
  for (const ranges of layers) {
    for (const { start, end } of ranges) borders.add(start).add(end + 1n)
  }
  const positions = layers.map(() => 0)
  const segments: Segment[] = []
  for (const start of [...borders].toSorted(compare)) {
    const values = layers.map((ranges, index) => {
      let position = positions[index] ?? 0
      let range = ranges[position]
      while (range !== undefined && range.end < start) range = ranges[(position += 1)]
      positions[index] = position
      return range !== undefined && range.start <= start ? range.value : 0
    })
    const last = segments.at(-1)
    if (last === undefined || last.values.some((value, index) => value !== values[index]))
      segments.push({ start, values })
  }
  return segments
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
