/**
 * Where the tag ends that begins at `start`: behind its `>`. Quotes hide what stands in them, and with `braces` so do the values of JSX.
 * Null for a tag that has no end. Reads each letter once.
 */
export function endOfTag(text: string, start: number, { braces = false } = {}): number | null {
  let depth = 0
  for (let at = start + 1; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"' || letter === "'" || (depth > 0 && letter === '`')) {
      const close = text.indexOf(letter, at + 1)
      if (close < 0) return null
      at = close
    } else if (braces && letter === '{') depth++
    else if (braces && letter === '}') depth = Math.max(0, depth - 1)
    else if (letter === '>' && depth === 0) return at + 1
  }
  return null
}
