import { createHmac } from 'node:crypto'
import { conductSignal } from '@bollard/bot-score'
import { BoundedMap } from '../../records/memory/bounded-map.ts'
import type { DigestsElsewhere } from './told-repeats.ts'

/** So many of the three digests must have come before: one alone may be chance, or a habit of one person. */
const agreeing = 2
const rotateMs = 86_400_000
/** Places of one generation: 1 MiB for 131 072 of them. */
const buckets = 2 ** 15
const places = 4

/** What is known of one visitor's hands, and how to remember them. */
export interface InteractionMark {
  /** Bits of `conductChecks`. */
  readonly conduct: number
  /** Remembers it; only for a visitor who has passed. */
  learn(): void
}

/**
 * Movements, keys and presses that came with earlier tokens, so that what was recorded once is not worth a token each time
 * it is played. Of each digest only 47 keyed bits are kept, in this process, for one to two days; the key is drawn anew each day and
 * stored nowhere, so a digest cannot be followed over days or sites. Other processes hear of it for an hour; see `createToldRepeats`.
 */
export interface InteractionMemory {
  /**
   * Whether two of three digests came before, on this site, with another opened page. The same page may send them once more,
   * because the answer to a visitor may have been lost; the third time is a repetition too. A digest of 0 says that there was
   * too little of it.
   */
  look(siteId: number, page: number, digests: readonly number[]): InteractionMark
}

const nothing: InteractionMark = { conduct: 0, learn() {} }

/** `now` is in milliseconds since 1970. Without `elsewhere` other processes are not asked. */
export function createInteractionMemory(
  now: () => number,
  randomBytes: (size: number) => Buffer,
  { size = buckets, elsewhere }: { readonly size?: number | undefined; readonly elsewhere?: DigestsElsewhere } = {},
): InteractionMemory {
  let young = createGeneration(randomBytes(32), size)
  let old: Generation | undefined
  let since = now()
  function turn(): void {
    const passed = now() - since
    // Also when the clock was set back, or nothing would be forgotten before it has caught up.
    if (passed >= 0 && passed < rotateMs && !young.isFull()) return
    old = passed >= 0 && passed < 2 * rotateMs ? young : undefined
    young = createGeneration(randomBytes(32), size)
    since = now()
  }
  return {
    look(siteId, page, digests) {
      if (!digests.some(Boolean)) return nothing
      turn()
      const generation = young
      let known = 0
      for (const [kind, digest] of digests.entries())
        if (
          digest !== 0 &&
          (generation.has(siteId, kind, digest, page) ||
            old?.has(siteId, kind, digest, page) === true ||
            elsewhere?.has(siteId, kind, digest, page) === true)
        )
          known++
      return {
        conduct: known >= agreeing ? conductSignal.interactionRepeated : 0,
        learn() {
          for (const [kind, digest] of digests.entries())
            if (digest !== 0) {
              generation.add(siteId, kind, digest, page)
              elsewhere?.add(siteId, kind, digest, page)
            }
        },
      }
    },
  }
}

interface Generation {
  /** Whether a digest was learned from another page than this one. */
  has(siteId: number, kind: number, digest: number, page: number): boolean
  add(siteId: number, kind: number, digest: number, page: number): void
  isFull(): boolean
}

/** A table of fixed size: a bucket of four places for each digest, of which the next one gives way when all are taken. */
function createGeneration(key: Buffer, size: number): Generation {
  const tags = new Uint32Array(size * places)
  const pages = new Uint32Array(size * places)
  const siteKeys = new BoundedMap<number, readonly [number, number]>(10_000)
  let taken = 0
  let next = 0
  function siteKey(siteId: number): readonly [number, number] {
    const known = siteKeys.get(siteId)
    if (known !== undefined) return known
    const drawn = createHmac('sha256', key).update(String(siteId)).digest()
    const made = [drawn.readUInt32LE(0), drawn.readUInt32LE(4)] as const
    siteKeys.set(siteId, made)
    return made
  }
  function placeOf(siteId: number, kind: number, digest: number): { bucket: number; tag: number } {
    const [first, second] = siteKey(siteId)
    const low = mix(mix(digest ^ first) + kind * 0x9e37_79b9 + second)
    const high = mix(low ^ mix(digest + second) ^ first)
    // A place with tag 0 is free.
    return { bucket: ((low >>> 0) % size) * places, tag: high >>> 0 || 1 }
  }
  return {
    has(siteId, kind, digest, page) {
      const { bucket, tag } = placeOf(siteId, kind, digest)
      for (let place = bucket; place < bucket + places; place++)
        if (tags[place] === tag && (page === 0 || pages[place] !== page)) return true
      return false
    },
    add(siteId, kind, digest, page) {
      const { bucket, tag } = placeOf(siteId, kind, digest)
      let free = -1
      for (let place = bucket; place < bucket + places; place++) {
        if (tags[place] === tag) {
          // The first page stays the one that may send it again, and after that no page may.
          if (pages[place] === page) pages[place] = 0
          return
        }
        if (free < 0 && tags[place] === 0) free = place
      }
      if (free < 0) free = bucket + (next++ % places)
      else taken++
      tags[free] = tag
      pages[free] = page
    },
    isFull: () => taken >= size * places * 0.75,
  }
}

/** Murmur3's finalizer: every bit of the number changes half of the result's. */
function mix(number: number): number {
  let mixed = number | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35)
  return mixed ^ (mixed >>> 16)
}
