/** One key as `Input.dispatchKeyEvent` wants it. */
export interface Key {
  readonly key: string
  readonly code: string
  readonly windowsVirtualKeyCode: number
  /** The character needs Shift on an American keyboard. */
  readonly shift: boolean
}

const symbols: Readonly<Record<string, readonly [code: string, virtualKey: number, shift: boolean]>> = {
  ' ': ['Space', 32, false],
  '.': ['Period', 190, false],
  ',': ['Comma', 188, false],
  '@': ['Digit2', 50, true],
  '!': ['Digit1', 49, true],
}

/** The key of an American keyboard that writes a character. Throws for one that the bots do not write. */
export function keyFor(character: string): Key {
  const symbol = symbols[character]
  if (symbol !== undefined)
    return { key: character, code: symbol[0], windowsVirtualKeyCode: symbol[1], shift: symbol[2] }
  if (!/^[a-z]$/iu.test(character)) throw new RangeError(`no key for ${character}`)
  const upper = character.toUpperCase()
  return { key: character, code: `Key${upper}`, windowsVirtualKeyCode: upper.charCodeAt(0), shift: character === upper }
}
