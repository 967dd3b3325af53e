/** A text that a user agent must contain, in pieces with anything between them. */
export interface NamePattern {
  readonly pieces: readonly string[]
  /** Only at the beginning of the user agent, or only at its end. */
  readonly atStart: boolean
  readonly atEnd: boolean
}

/** Beginnings of patterns while they are read: the last piece is still open. */
type Branch = { pieces: string[]; atStart: boolean; atEnd: boolean }

const branchesMax = 64
const gap = '[\\s\\S]*'

/**
 * Reads the few regular expressions that catalogues of user agents are made of: literal text, `^`, `$`, classes that list
 * their characters, alternatives and `[\s\S]*`. No regular expression is ever run against what a visitor sends.
 *
 * @returns each way to fit; null for anything else, which is then not known rather than guessed at
 */
export function readPattern(source: string): readonly NamePattern[] | null {
  const reader = { source, at: 0 }
  const branches = readAlternatives(reader)
  if (branches === null || reader.at < source.length) return null
  return branches.every(({ pieces }) => pieces.every((piece) => piece !== '')) ? branches : null
}

interface Reader {
  readonly source: string
  at: number
}

function readAlternatives(reader: Reader): Branch[] | null {
  const all: Branch[] = []
  for (;;) {
    const branches = readSequence(reader)
    if (branches === null) return null
    all.push(...branches)
    if (all.length > branchesMax) return null
    if (reader.source[reader.at] !== '|') return all
    reader.at++
  }
}

function readSequence(reader: Reader): Branch[] | null {
  let branches: Branch[] = [{ pieces: [''], atStart: false, atEnd: false }]
  while (reader.at < reader.source.length && !'|)'.includes(reader.source[reader.at] ?? '')) {
    const next = readItem(reader)
    if (next === null || '*+?{'.includes(reader.source[reader.at] ?? ' ')) return null
    const joined = branches.flatMap((before) => next.map((item) => join(before, item)))
    if (joined.length > branchesMax || joined.includes(null)) return null
    branches = joined.filter((branch) => branch !== null)
  }
  return branches
}

function readItem(reader: Reader): Branch[] | null {
  const { source } = reader
  if (source.startsWith(gap, reader.at)) {
    reader.at += gap.length
    return [{ pieces: ['', ''], atStart: false, atEnd: false }]
  }
  const sign = source[reader.at++] ?? ''
  switch (sign) {
    case '^':
      return [{ pieces: [''], atStart: true, atEnd: false }]
    case '$':
      return [{ pieces: [''], atStart: false, atEnd: true }]
    case '(': {
      const inner = readAlternatives(reader)
      return source[reader.at++] === ')' ? inner : null
    }
    case '[':
      return readClass(reader)
    case '\\': {
      const literal = source[reader.at++] ?? ''
      return literal === '' || /[a-zA-Z0-9]/u.test(literal) ? null : [text(literal)]
    }
    default:
      return '.*+?{}]'.includes(sign) ? null : [text(sign)]
  }
}

function readClass(reader: Reader): Branch[] | null {
  const end = reader.source.indexOf(']', reader.at)
  const listed = reader.source.slice(reader.at, end)
  reader.at = end + 1
  return end === -1 || !/^[a-zA-Z0-9 ]+$/u.test(listed) ? null : [...listed].map(text)
}

function text(piece: string): Branch {
  return { pieces: [piece], atStart: false, atEnd: false }
}

/** Null where an anchor would stand in the middle. */
function join(before: Branch, next: Branch): Branch | null {
  const isEmpty = before.pieces.length === 1 && before.pieces[0] === ''
  if (before.atEnd || (next.atStart && !isEmpty)) return null
  const [first = '', ...rest] = next.pieces
  const last = (before.pieces.at(-1) ?? '') + first
  return {
    pieces: [...before.pieces.slice(0, -1), last, ...rest],
    atStart: before.atStart || next.atStart,
    atEnd: next.atEnd,
  }
}
