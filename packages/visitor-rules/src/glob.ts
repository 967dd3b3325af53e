/** A pattern in which `*` stands for any text, taken apart. */
export interface Glob {
  /** What stands between the stars, in order; a text that begins or ends with a star has an empty piece there. */
  readonly pieces: readonly string[]
}

export function parseGlob(pattern: string): Glob {
  return { pieces: pattern.replaceAll(/\*+/gu, '*').split('*') }
}

/**
 * Whether the whole text fits. Each piece is looked for once, behind the one before: taking the earliest place never loses a match,
 * so nothing is ever tried again.
 */
export function fitsGlob({ pieces }: Glob, text: string): boolean {
  const first = pieces[0] ?? ''
  const { length } = pieces
  if (length === 1) return text === first
  const last = pieces[length - 1] ?? ''
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  const end = text.length - last.length
  for (let index = 1; index < length - 1; index++) {
    const piece = pieces[index] ?? ''
    const found = text.indexOf(piece, at)
    if (found === -1 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}
