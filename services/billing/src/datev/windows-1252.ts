/** What the code page has between 0x80 and 0x9F, in order; five places are empty. */
const upper = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'

/** A text in the code page Windows-1252; null where it has a character that the code page does not have. */
export function encodeWindows1252(text: string): Buffer | null {
  const bytes = Buffer.alloc(text.length)
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const place = code === 0 ? -1 : upper.indexOf(text.charAt(index))
    if (place >= 0) bytes[index] = 0x80 + place
    else if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) bytes[index] = code
    else return null
  }
  return bytes
}
