/**
 * Verdict bits as the widget sends them: four bytes in base64url (six characters), bit i in byte
 * `i >> 3` at `1 << (i & 7)`. Gives a signed 32-bit number, or null when it is anything else.
 */
export function readVerdictBits(text: string): number | null {
  if (text.length !== 6) return null
  let bits = 0
  for (let i = 0; i < 6; i++) {
    const value = values[text.charCodeAt(i)] ?? 255
    if (value > 63 || (i === 5 && (value & 15) !== 0)) return null
    // Characters hold six bits, most significant first; bytes are then taken least significant byte first.
    for (let bit = 0; bit < 6; bit++) {
      const position = i * 6 + bit
      if (position < 32 && value & (32 >> bit)) bits |= 1 << ((position & ~7) + 7 - (position & 7))
    }
  }
  return bits
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const values = new Uint8Array(128).fill(255)
for (let i = 0; i < 64; i++) values[alphabet.charCodeAt(i)] = i
