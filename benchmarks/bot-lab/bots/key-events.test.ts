import { expect, test } from 'vitest'
import { email, message } from './fill-form.ts'
import { keyFor } from './key-events.ts'

test('every character that the bots write has a key', () => {
  for (const character of email + message) expect(keyFor(character).key).toBe(character)
})

test('capitals and the symbols above digits need Shift', () => {
  expect(keyFor('A')).toEqual({ key: 'A', code: 'KeyA', windowsVirtualKeyCode: 65, shift: true })
  expect(keyFor('a')).toEqual({ key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, shift: false })
  expect(keyFor('@')).toEqual({ key: '@', code: 'Digit2', windowsVirtualKeyCode: 50, shift: true })
})

test('a character without a key is refused', () => {
  expect(() => keyFor('ß')).toThrow(RangeError)
})
