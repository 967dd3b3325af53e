import type { NamePattern } from './read-pattern.ts'

/** A pattern, and who it names. */
export interface NamedPattern extends NamePattern {
  readonly owner: number
  /** Whether the letters must be written as in the pattern. */
  readonly exactCase: boolean
}

/** Characters of a user agent that are read; no genuine one is longer. */
const lengthMax = 1_024

/** A prefix tree in columns, with the steps of Aho and Corasick filled in: one step per character, whatever comes. */
interface Steps {
  /** Number of the character, by its code; those that no pattern has are 0. */
  readonly classes: Uint8Array
  readonly width: number
  /** State behind a state and a character. States near the root, where nearly all time is spent, are together. */
  readonly next: Uint16Array
  /** The longest ending of a state that is the end of a pattern, itself included; 0 where there is none. */
  readonly ending: Uint16Array
  /** The same of a state without itself. */
  readonly shorter: Uint16Array
  /** First of the patterns that end in a state, + 1; further ones follow in `sames`. */
  readonly ends: Uint16Array
  readonly sames: Uint16Array
}

/** States have numbers of 16 bits. */
const statesMax = 65_535

/**
 * Makes one table of all patterns that finds in a single pass which of them a user agent contains. The time is bounded by
 * the length of the user agent, and that by 1,024 characters.
 *
 * @param patterns the first that fits wins: those that say more come first
 * @returns the owner of the first pattern that fits; -1 where none does
 */
export function compileNames(patterns: readonly NamedPattern[]): (userAgent: string) => number {
  const steps = arrange(patterns.map(({ pieces }) => (pieces.at(-1) ?? '').toLowerCase()))
  const { classes, width, next, ending, shorter, ends, sames } = steps
  return (userAgent) => {
    const text = userAgent.length > lengthMax ? userAgent.slice(0, lengthMax) : userAgent
    let best = patterns.length
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      state = next[state * width + (code < 128 ? (classes[code] ?? 0) : 0)] ?? 0
      for (let end = ending[state] ?? 0; end !== 0; end = shorter[end] ?? 0) {
        for (let pattern = ends[end] ?? 0; pattern !== 0; pattern = sames[pattern - 1] ?? 0) {
          const candidate = patterns[pattern - 1]
          if (pattern - 1 < best && candidate !== undefined && fits(candidate, text, at + 1)) best = pattern - 1
        }
      }
    }
    return patterns[best]?.owner ?? -1
  }
}

/** Whether a pattern fits whose last piece ends at a place, but for the case of its letters. */
function fits({ pieces, atStart, atEnd, exactCase }: NamedPattern, text: string, end: number): boolean {
  if (atEnd && end !== text.length) return false
  const last = pieces.at(-1) ?? ''
  const start = end - last.length
  if (exactCase && !text.startsWith(last, start)) return false
  if (pieces.length === 1) return !atStart || start === 0
  let from = 0
  for (const [index, piece] of pieces.slice(0, -1).entries()) {
    const found = text.indexOf(piece, from)
    if (found === -1 || found + piece.length > start || (atStart && index === 0 && found !== 0)) return false
    from = found + piece.length
  }
  return true
}

function arrange(words: readonly string[]): Steps {
  const { classes, width } = classesOf(words)
  const size = Math.min(statesMax, 1 + words.reduce((sum, word) => sum + word.length, 0))
  const children = new Uint16Array(size * width)
  const endsHere = new Uint16Array(size)
  const sames = new Uint16Array(words.length)
  let count = 1
  for (const [index, word] of words.entries()) {
    let state = 0
    for (let at = 0; at < word.length; at++) {
      const place = state * width + (classes[word.charCodeAt(at)] ?? 0)
      if (children[place] === 0) children[place] = count++
      if (count > size) throw new RangeError('too many names')
      state = children[place] ?? 0
    }
    sames[index] = endsHere[state] ?? 0
    endsHere[state] = index + 1
  }
  return { classes, width, sames, ...fillSteps(children, endsHere, count, width) }
}

function classesOf(words: readonly string[]): Pick<Steps, 'classes' | 'width'> {
  const classes = new Uint8Array(128)
  let width = 1
  for (const sign of new Set(words.join(''))) {
    const code = sign.codePointAt(0) ?? 0
    if (code >= 128) throw new RangeError(`names are ASCII: ${sign}`)
    classes[code] = width++
  }
  for (let code = 0x41; code <= 0x5a; code++) classes[code] = classes[code + 0x20] ?? 0
  return { classes, width }
}

/**
 * Numbers the states anew, nearest to the root first, and leads each character that no pattern continues with to where the
 * longest ending of what was read continues.
 */
function fillSteps(
  children: Uint16Array,
  endsHere: Uint16Array,
  count: number,
  width: number,
): Pick<Steps, 'next' | 'ending' | 'shorter' | 'ends'> {
  const next = new Uint16Array(count * width)
  const [ending, shorter, ends] = [new Uint16Array(count), new Uint16Array(count), new Uint16Array(count)]
  /** State behind the longest proper ending of a state, in new numbers; old numbers in the order of the new ones. */
  const fallback = new Uint16Array(count)
  const order = [0]
  for (let state = 0; state < order.length; state++) {
    const old = order[state] ?? 0
    const behind = fallback[state] ?? 0
    ends[state] = endsHere[old] ?? 0
    shorter[state] = ending[behind] ?? 0
    ending[state] = ends[state] === 0 ? (shorter[state] ?? 0) : state
    for (let sign = 0; sign < width; sign++) {
      const child = children[old * width + sign] ?? 0
      const detour = state === 0 ? 0 : (next[behind * width + sign] ?? 0)
      if (child === 0) next[state * width + sign] = detour
      else {
        const number = order.push(child) - 1
        next[state * width + sign] = number
        fallback[number] = detour
      }
    }
  }
  return { next, ending, shorter, ends }
}
