import { plainArray } from './array-literal.ts'

/** Into so many parts the queue of the roll-ups is split, by the number of the site. More workers than that have nothing to do. */
export const queueParts = 8
/** Rows of any sites, written by versions without parts; the default of the column. */
export const mixedPart = 8

/** The part of the queue that the facts of a site go to. */
export function partOf(siteId: number): number {
  return siteId % queueParts
}

/** The same in SQL. */
export const partSql = (siteId: string): string => `(${siteId} % ${queueParts})`

/** What stands side by side in parts, and where it stood before. */
export interface Sliced<T> {
  readonly sorted: readonly T[]
  /** Where each of `sorted` stood, from 0. */
  readonly order: readonly number[]
  /** Array literals for SQL: the parts that are there, and the positions, from 1, at which each begins and ends. */
  readonly slices: readonly [parts: string, begins: string, ends: string]
}

/** Puts those of one part side by side, in their order, so that a statement can cut arrays of them into parts. */
export function sortByPart<T extends { readonly siteId: number }>(items: readonly T[]): Sliced<T> {
  const places = Array.from({ length: queueParts }, (): number[] => [])
  for (const [index, item] of items.entries()) places[partOf(item.siteId)]?.push(index)
  const parts: number[] = []
  const begins: number[] = []
  const ends: number[] = []
  let end = 0
  for (const [part, { length }] of places.entries()) {
    if (length === 0) continue
    parts.push(part)
    begins.push(end + 1)
    ends.push((end += length))
  }
  const order = places.flat()
  const sorted = order.flatMap((index) => items[index] ?? [])
  return { sorted, order, slices: [plainArray(parts), plainArray(begins), plainArray(ends)] }
}
