import { erasureRequestSchema } from '@bollard/contracts'
import { expect, test } from 'vitest'
import type { EraseScope, Selection } from './erase-scopes.ts'
import { readSelection, typedSelection } from './selection.server.ts'

const berlin = { filter: {}, zone: 'Europe/Berlin' }
const typed = (scope: EraseScope, fields: Partial<Selection> = {}): Selection => ({
  scope,
  ids: '',
  network: '',
  before: '',
  ...fields,
})
const id = (number: number) => `019a9b1c-5d3e-7abc-8def-${String(number).padStart(12, '0')}`

test('ids are read however they are separated, each once, and counted one by one', () => {
  const ids = ` ${id(1)}\r\n${id(2).toUpperCase()}, ${id(1)};${id(3).replaceAll('-', '')}`
  expect(readSelection(typed('ids', { ids }), berlin)).toEqual({
    counted: [id(1), id(2), id(3)].map((verificationId) => ({ verificationId })),
    request: { verificationIds: [id(1), id(2), id(3)] },
  })
  const many = Array.from({ length: 101 }, (_, number) => id(number)).join('\n')
  for (const wrong of ['', 'nonsense', '019a9b1c-5d3e', many])
    expect(readSelection(typed('ids', { ids: wrong }), berlin)).toBe('ids')
})

test('an address stands for its network, and a time is one of the person’s clocks', () => {
  for (const [network, asked] of [
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['192.0.2.7', '192.0.2.7/32'],
    ['2001:db8::1', '2001:db8::1/128'],
  ] as const)
    expect(readSelection(typed('network', { network }), berlin)).toEqual({
      counted: [{ network }],
      request: { network: asked },
    })
  expect(readSelection(typed('before', { before: '2026-11-19T10:00' }), berlin)).toEqual({
    counted: [{ to: '2026-11-19T09:00:00.000Z' }],
    request: { before: '2026-11-19T09:00:00.000Z' },
  })
  expect(readSelection(typed('network', { network: 'nonsense' }), berlin)).toBe('network')
  expect(readSelection(typed('network'), berlin)).toBe('network')
  expect(readSelection(typed('before'), berlin)).toBe('before')
})

test('a filter is never everything: without one, or with a wrong one, nothing is meant', () => {
  expect(readSelection(typed('filter'), berlin)).toBe('filter')
  expect(readSelection(typed('filter'), { ...berlin, filter: { asn: 'x' } })).toBe('filter')
  expect(readSelection(typed('filter'), { ...berlin, filter: { country: 'DE' } })).toEqual({
    counted: [{ country: 'DE' }],
    request: { filters: { country: 'DE' } },
  })
})

test('the API takes what is asked of it', () => {
  for (const selection of [
    typed('ids', { ids: id(1) }),
    typed('network', { network: '192.0.2.7' }),
    typed('before', { before: '2026-11-19T10:00' }),
    typed('all'),
  ]) {
    const meant = readSelection(selection, berlin)
    if (typeof meant === 'string') throw new Error(`${selection.scope} means nothing`)
    expect(erasureRequestSchema.safeParse(meant.request).error).toBeUndefined()
  }
})

test('a form that names no scope means single ids, which it does not have', () => {
  expect(
    readSelection(
      typedSelection(() => ''),
      berlin,
    ),
  ).toBe('ids')
})
