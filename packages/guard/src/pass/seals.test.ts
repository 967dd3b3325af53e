import { expect, test } from 'vitest'
import { createSeals } from './seals.ts'
import { ShortMemory } from './short-memory.ts'

const day = 86_400_000
const now = 20_000 * day + day / 2
const seals = createSeals(Buffer.alloc(32, 1))
const claims = { id: 'a', until: now + 1_000 }

test('a seal opens for what it was made for and bound to, until its end, and at gateways with the same secret', () => {
  const text = seals.seal('pass', 'me', claims, now)
  expect(seals.open('pass', 'me', text, now)).toEqual(claims)
  expect(createSeals(Buffer.alloc(32, 1)).open('pass', 'me', text, now)).toEqual(claims)
  for (const [purpose, bound, at] of [
    ['ticket', 'me', now],
    ['pass', 'you', now],
    ['pass', 'me', now + 1_000],
  ] as const)
    expect(seals.open(purpose, bound, text, at)).toBeNull()
  expect(createSeals(Buffer.alloc(32, 2)).open('pass', 'me', text, now)).toBeNull()
})

test('no change of a single character opens, nor any other text', () => {
  const text = seals.seal('pass', 'me', claims, now)
  for (let index = 0; index < text.length; index += 1) {
    const other = text[index] === 'b' ? 'c' : 'b'
    const forged = text.slice(0, index) + other + text.slice(index + 1)
    // The last character of base64url has bits that say nothing.
    if (
      Buffer.from(forged.split('.')[2] ?? '', 'base64url').equals(Buffer.from(text.split('.')[2] ?? '', 'base64url')) &&
      index > text.lastIndexOf('.')
    )
      continue
    expect(seals.open('pass', 'me', forged, now), String(index)).toBeNull()
  }
  for (const wrong of ['', '.', '..', 'a.b.c', `${text}=`, text.repeat(40)])
    expect(seals.open('pass', 'me', wrong, now)).toBeNull()
})

test('keys change with the day: yesterday’s seals open, older ones do not, whatever end they claim', () => {
  const text = seals.seal('pass', 'me', { id: 'a', until: now + 9 * day }, now)
  expect(seals.open('pass', 'me', text, now + day)).not.toBeNull()
  expect(seals.open('pass', 'me', text, now + 2 * day)).toBeNull()
})

test('a short memory holds no more than it may, and nothing that is over', () => {
  const memory = new ShortMemory<number>(3)
  for (let index = 0; index < 10; index += 1) memory.set(String(index), index, 100, 0)
  expect(memory.size).toBe(3)
  expect([memory.get('6', 0), memory.get('9', 0), memory.get('9', 100)]).toEqual([undefined, 9, undefined])
  memory.set('new', 1, 300, 200)
  expect(memory.size).toBe(1)
  expect([memory.take('new', 250), memory.take('new', 250)]).toEqual([1, undefined])
})
