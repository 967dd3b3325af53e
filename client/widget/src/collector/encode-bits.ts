/** 32 bits in base64url: bit i in byte `i >> 3` at `1 << (i & 7)`. */
export function encodeBits(bits: readonly boolean[]): string {
  const bytes = [0, 0, 0, 0]
  bits.forEach((bit, index) => {
    if (bit) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7))
  })
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
