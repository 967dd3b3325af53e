import { addBits, type Bits, haveCommonBits, noBits, setBit } from './bits.ts'
import { fitsGlob, type Glob, parseGlob } from './glob.ts'

/** Which of many lists of patterns a text fits. */
export interface TextIndex {
  /** The lists among `wanted` with a pattern that fits. The set is good until the next call. */
  find(text: string, wanted: Bits): Bits
}

/** What all browsers say: a piece of it would make its pattern a candidate for every visitor. */
const commonText =
  'mozilla/5.0 (windows nt 10.0; win64; x64) applewebkit/537.36 (khtml, like gecko) chrome/140.0.0.0 safari/537.36 edg/140.0.0.0 ' +
  '(macintosh; intel mac os x 10_15_7) version/26.0 (iphone; cpu iphone os 18_6 like mac os x) mobile/15e148 ' +
  '(linux; android 10; k) (x11; linux x86_64; rv:140.0) gecko/20100101 firefox/140.0'

/** Characters of a text that count; no genuine one is longer. */
const textLengthMax = 512

interface Pattern extends Glob {
  /** The lists that have it. */
  readonly lists: Bits
  /** Number of the call that has tried it last. */
  triedIn: number
}

/**
 * Looks at each three characters of a text once. Every pattern waits at the rarest three characters that a fitting text must have,
 * so that only patterns that are likely to fit are tried; those without three characters in a row are always tried.
 *
 * @param foldCase whether letters of either case are the same
 */
export function indexTexts(
  lists: readonly { readonly bit: number; readonly patterns: readonly string[] }[],
  size: number,
  foldCase: boolean,
): TextIndex {
  const whole = new Map<string, Bits>()
  const byGlob = new Map<string, Pattern>()
  for (const { bit, patterns } of lists) {
    for (const written of patterns) {
      const text = foldCase ? fold(written) : written
      if (text.includes('*')) setBit(patternOf(text).lists, bit)
      else
        setBit(
          entryOf(whole, text, () => noBits(size)),
          bit,
        )
    }
  }
  function patternOf(text: string): Pattern {
    const glob = parseGlob(text)
    return entryOf(byGlob, glob.pieces.join('*'), () => ({ ...glob, lists: noBits(size), triedIn: 0 }))
  }

  const waiting = arrange([...byGlob.values()])
  const hits = noBits(size)
  let call = 0

  function attempt(candidates: readonly Pattern[], text: string, wanted: Bits): void {
    for (const pattern of candidates) {
      if (pattern.triedIn === call) continue
      pattern.triedIn = call
      if (bringsMore(pattern.lists, wanted, hits) && fitsGlob(pattern, text)) addBits(hits, pattern.lists)
    }
  }
  return {
    find(written, wanted) {
      const text = prepared(written, foldCase)
      hits.fill(0)
      const same = whole.get(text)
      if (same !== undefined) addBits(hits, same)
      if (byGlob.size === 0 || !haveCommonBits(waiting.lists, wanted)) return hits
      call++
      attempt(waiting.anywhere, text, wanted)
      const { slots, shift } = waiting
      const mask = slots.length - 1
      let rolling = 0
      for (let at = 0; at < text.length; at++) {
        rolling = ((rolling << shift) ^ text.charCodeAt(at)) & mask
        const slot = slots[rolling] ?? 0
        if (slot !== 0) attempt(waiting.candidates[slot - 1] ?? [], text, wanted)
      }
      return hits
    },
  }
}

interface Waiting {
  /** By the last three characters, `shift` bits apart: 0, or 1 + position in `candidates`. */
  readonly slots: Uint16Array
  readonly shift: number
  readonly candidates: readonly (readonly Pattern[])[]
  readonly anywhere: readonly Pattern[]
  /** Lists that have any of these patterns. */
  readonly lists: Bits
}

function arrange(patterns: readonly Pattern[]): Waiting {
  // Equal characters give equal numbers, others mostly not; many patterns need more numbers to stay apart.
  const shift = patterns.length < 500 ? 4 : 5
  const slots = new Uint16Array(1 << (3 * shift))
  const common = shift === 4 ? common4 : common5
  const candidates: Pattern[][] = []
  const anywhere: Pattern[] = []
  const lists = noBits((patterns[0]?.lists.length ?? 0) * 32)
  for (const pattern of patterns) {
    addBits(lists, pattern.lists)
    let best = -1
    let costMin = Number.POSITIVE_INFINITY
    for (const { anchor, hasDigit } of pattern.pieces.flatMap((piece) => anchorsOf(piece, shift))) {
      // Versions are in most texts too, and change.
      const cost =
        (common?.has(anchor) ? 100_000 : 0) +
        (hasDigit ? 10_000 : 0) +
        (candidates[(slots[anchor] ?? 0) - 1]?.length ?? 0)
      if (cost >= costMin) continue
      costMin = cost
      best = anchor
    }
    if (best === -1) anywhere.push(pattern)
    else if (slots[best] === 0) slots[best] = candidates.push([pattern])
    else candidates[(slots[best] ?? 0) - 1]?.push(pattern)
  }
  return { slots, shift, candidates, anywhere, lists }
}

/** The numbers of each three characters in a row: of a fourth one every bit has left at the top. */
function anchorsOf(piece: string, shift: number): { anchor: number; hasDigit: boolean }[] {
  const anchors: { anchor: number; hasDigit: boolean }[] = []
  let rolling = 0
  let digitAt = -3
  for (let at = 0; at < piece.length; at++) {
    const code = piece.charCodeAt(at)
    if (code >= 0x30 && code <= 0x39) digitAt = at
    rolling = ((rolling << shift) ^ code) & ((1 << (3 * shift)) - 1)
    if (at >= 2) anchors.push({ anchor: rolling, hasDigit: at - digitAt < 3 })
  }
  return anchors
}

const [common4, common5] = [4, 5].map((shift) => new Set(anchorsOf(commonText, shift).map(({ anchor }) => anchor)))

/** Whether a fit would tell something about a wanted list that is not known yet. */
function bringsMore(lists: Bits, wanted: Bits, known: Bits): boolean {
  for (let word = 0; word < lists.length; word++)
    if (((lists[word] ?? 0) & (wanted[word] ?? 0) & ~(known[word] ?? 0)) !== 0) return true
  return false
}

/** Whether a text fits one of a few patterns: for a single text this is quicker than to make an index. */
export function fitsOne(patterns: readonly string[], written: string, foldCase: boolean): boolean {
  const text = prepared(written, foldCase)
  return patterns.some((pattern) => fitsGlob(parseGlob(foldCase ? fold(pattern) : pattern), text))
}

function prepared(written: string, foldCase: boolean): string {
  const text = written.length > textLengthMax ? written.slice(0, textLengthMax) : written
  return foldCase ? fold(text) : text
}

/** Letters of either case made the same; a Greek sigma at the end of a word is one as anywhere else. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
