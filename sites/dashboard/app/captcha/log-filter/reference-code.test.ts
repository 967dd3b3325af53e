import { expect, test } from 'vitest'
import { readReferenceCode } from './reference-code.ts'

test('a code is read however it was copied out of a mail or a chat', () => {
  for (const pasted of [
    '019a9b1c-5d3e',
    ' 019A9B1C-5D3E\n',
    '019a 9b1c 5d3e',
    '019a9b1c5d3e',
    '“019a9b1c-5d3e”.',
    '019a9b1c – 5d3e',
  ])
    expect(readReferenceCode(pasted), pasted).toBe('019a9b1c-5d3e')
})

test('so is a whole id', () => {
  const id = '019a9b1c-5d3e-7abc-8def-0123456789ab'
  for (const pasted of [id, ` ${id.toUpperCase()} `, id.replaceAll('-', ' '), id.replaceAll('-', '')])
    expect(readReferenceCode(pasted), pasted).toBe(id)
})

test('what can be neither stays as it was typed', () => {
  for (const typed of ['019a9b1c', 'a visitor', '019a9b1c-5d3e-7abc', '019a9b1g-5d3e', ''])
    expect(readReferenceCode(` ${typed} `)).toBe(typed)
})
