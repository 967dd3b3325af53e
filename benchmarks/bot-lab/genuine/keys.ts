/** One key of a US keyboard, as xdotool names it, and whether Shift is held with it. */
export interface Key {
  readonly key: string
  readonly shift: boolean
}

const symbols: Readonly<Record<string, Key>> = {
  ' ': { key: 'space', shift: false },
  '.': { key: 'period', shift: false },
  ',': { key: 'comma', shift: false },
  '-': { key: 'minus', shift: false },
  "'": { key: 'apostrophe', shift: false },
  '@': { key: '2', shift: true },
  '!': { key: '1', shift: true },
  '?': { key: 'slash', shift: true },
}

/** The key that writes a character. Throws for one that the lab's texts do not have. */
export function keyOf(character: string): Key {
  const symbol = symbols[character]
  if (symbol !== undefined) return symbol
  if (!/^[a-z0-9]$/iu.test(character)) throw new Error(`No key is known for "${character}"`)
  const lower = character.toLowerCase()
  return { key: lower, shift: lower !== character }
}
