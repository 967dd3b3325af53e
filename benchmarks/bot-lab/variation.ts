import type { Variation } from './visitor.ts'

/** Sizes of windows that people have, in CSS pixels; all fit on the lab's display. */
const viewports: readonly [Variation['viewport'], ...Variation['viewport'][]] = [
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1536, height: 864 },
  { width: 1600, height: 900 },
  { width: 1680, height: 960 },
]

/** The systems that a stack may claim, as Chrome's reduced user agent names them. */
const systems: readonly [string, ...string[]] = [
  'X11; Linux x86_64',
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
]

/**
 * A seeded source of numbers, uniform over [0, 1): mulberry32 (T. Ettinger, public domain), started from
 * the FNV-1a hash of the seed. Equal seeds give equal series.
 */
export function createRandom(seed: string): () => number {
  let state = 0x811c9dc5
  for (let index = 0; index < seed.length; index++) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A copy in random order. */
export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const keyed = items.map((item) => ({ item, key: random() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item)
}

/** How one visitor is varied in a run: depends on the run's seed and the visitor's id, not on who else runs. */
export function drawVariation(seed: string, visitorId: string, chromeMajor: number | null): Variation {
  const random = createRandom(`${seed} ${visitorId}`)
  const headed = random() < 0.5
  const viewport = pick(viewports, random)
  const pace = 0.5 * 4 ** random()
  const system = pick(systems, random)
  return {
    headed,
    viewport,
    pace,
    userAgent: chromeMajor === null ? null : chromeUserAgent(system, chromeMajor),
    random,
  }
}

/** What Chrome of this major version sends on this system. */
export function chromeUserAgent(system: string, major: number): string {
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`
}

/** The major version in what `chromium --version` prints, or null. */
export function majorVersion(printed: string): number | null {
  const found = /Chrom(?:e|ium) (\d+)\./u.exec(printed)?.[1]
  return found === undefined ? null : Number(found)
}

function pick<Item>(items: readonly [Item, ...Item[]], random: () => number): Item {
  return items[Math.floor(random() * items.length)] ?? items[0]
}
