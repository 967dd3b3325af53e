interface Room {
  readonly width: number
  readonly height: number
  /** Height of a line, as a multiple of the size. */
  readonly leading: number
  /** Sizes to try, the largest first. */
  readonly sizes: readonly number[]
}
interface LaidOut {
  readonly size: number
  readonly lines: readonly string[]
}

/**
 * Breaks a title into lines at the largest size at which all of it fits, and makes the lines about as long as each other. What fits at no
 * size is written in the smallest: its long words are cut, and where there is no more room it ends with an ellipsis.
 */
export function layOutTitle(title: string, widthOf: (text: string, size: number) => number, room: Room): LaidOut {
  // A word may hold protected blanks.
  const words = title
    .replaceAll('\u00AD', '')
    .split(/[ \t\r\n]+/u)
    .filter((word) => word !== '')
  const smallest = room.sizes.at(-1) ?? 0
  for (const size of room.sizes) {
    const lines = linesIn(words, room.width, (text) => widthOf(text, size))
    const isNarrow = lines.every((line) => widthOf(line, size) <= room.width)
    if (isNarrow && lines.length * size * room.leading <= room.height)
      return { size, lines: balanced(words, lines.length, room.width, (text) => widthOf(text, size)) }
  }
  const width = (text: string) => widthOf(text, smallest)
  const pieces = words.flatMap((word) => piecesOf(word, room.width, width))
  const lines = linesIn(pieces, room.width, width)
  const linesMax = Math.max(1, Math.floor(room.height / (smallest * room.leading)))
  if (lines.length <= linesMax) return { size: smallest, lines }
  const shown = lines.slice(0, linesMax)
  const last = (shown.pop() ?? '').split(' ')
  while (last.length > 1 && width(`${last.join(' ')}…`) > room.width) last.pop()
  return { size: smallest, lines: [...shown, `${last.join(' ').replace(/[,;:.-]$/u, '')}…`] }
}

function linesIn(words: readonly string[], widthMax: number, width: (text: string) => number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && width(longer) <= widthMax) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** The same number of lines in the narrowest column that holds them. */
function balanced(words: readonly string[], count: number, widthMax: number, width: (text: string) => number) {
  let [narrow, wide] = [Math.max(...words.map(width), 0), widthMax]
  while (wide - narrow > 4) {
    const middle = (narrow + wide) / 2
    if (linesIn(words, middle, width).length <= count) wide = middle
    else narrow = middle
  }
  return linesIn(words, wide, width)
}

/** A word that is wider than the room, in pieces that end with a hyphen. */
function piecesOf(word: string, widthMax: number, width: (text: string) => number): string[] {
  const pieces = ['']
  for (const letter of word) {
    const piece = pieces.at(-1) ?? ''
    if (piece !== '' && width(`${piece}${letter}-`) > widthMax) {
      pieces[pieces.length - 1] = `${piece}-`
      pieces.push(letter)
    } else pieces[pieces.length - 1] = piece + letter
  }
  return pieces
}
