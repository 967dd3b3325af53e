/** Signs without a direction of their own, at an end of what is written from left to right: `*.example.org`, `/admin/`, `--help`. */
const atAnEnd = /^[*./~$#@+-]+[\p{L}\d]|[\p{L}\d]:?[*/+#]+$/u
/** What sentences put around a word. */
const around = /^[“”„‟"'‘’«»()[\]\s\u2066-\u2069]+|[“”„‟"'‘’«»()[\].,;:!?…\s\u2066-\u2069]+$/gu

/**
 * Words of a document from right to left whose signs have moved to the other end, as they are written: addresses, paths, code. Measured where
 * the browser has drawn them.
 */
export function turnedWords(root: HTMLElement): string[] {
  const turned: string[] = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\S+/gu)) {
      const bare = word.replaceAll(around, '')
      const start = index + word.indexOf(bare)
      if (isTurnable(word) && !isInOrder(text, start, start + bare.length)) turned.push(bare)
    }
  return turned
}

/** Whether it is worth while to look. */
export function hasTurnableWord(root: HTMLElement): boolean {
  return (root.textContent ?? '').split(/\s+/u).some(isTurnable)
}

function isTurnable(word: string): boolean {
  const bare = word.replaceAll(around, '')
  return /\p{Script=Latin}/u.test(bare) && atAnEnd.test(bare)
}

/** Whether the first sign stands left of the last one; a word that is broken over lines, or is not drawn, is taken as it is. */
function isInOrder(text: Node, start: number, end: number): boolean {
  const [first, last] = [placeOf(text, start), placeOf(text, end - 1)]
  if (first === null || last === null || Math.abs(first.top - last.top) > first.height / 2) return true
  const inner = placeOf(text, start + 1)
  const before = placeOf(text, end - 2)
  if (inner === null || before === null) return true
  return first.left <= inner.left && before.left <= last.left && first.left < last.left
}

function placeOf(text: Node, at: number): DOMRect | null {
  const range = document.createRange()
  range.setStart(text, at)
  range.setEnd(text, at + 1)
  const place = range.getBoundingClientRect()
  return place.width === 0 ? null : place
}
