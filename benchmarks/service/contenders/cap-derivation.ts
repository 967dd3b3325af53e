/** Cap's derivation of salts and targets, hexadecimal digits from a seed: FNV-1a as the seed of a xorshift. */
export function derive(seed: string, length: number): string {
  let state = 2_166_136_261
  for (let index = 0; index < seed.length; index++) {
    state ^= seed.charCodeAt(index)
    state += (state << 1) + (state << 4) + (state << 7) + (state << 8) + (state << 24)
  }
  state >>>= 0
  let text = ''
  while (text.length < length) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    text += state.toString(16).padStart(8, '0')
  }
  return text.slice(0, length)
}
