import { expect, test } from 'vitest'
import { changesOf } from './audit-words.ts'

test('an entry without details has no changes', () => {
  expect(changesOf({ before: null, after: null })).toEqual([])
})

test('fields of both sides are told once, with what they were and are', () => {
  expect(changesOf({ before: { name: 'Old', vatId: null }, after: { name: 'New', vatId: 'DE123456789' } })).toEqual([
    { field: 'name', before: 'Old', after: 'New' },
    { field: 'vatId', before: null, after: 'DE123456789' },
  ])
})

test('lists and groups are written out, empty ones are nothing', () => {
  const address = { street: 'Musterstraße 1', addressLine2: '', city: 'Berlin' }
  expect(changesOf({ before: { address: {} }, after: { address, added: ['a', 'b'], ended: [] } })).toEqual([
    { field: 'address', before: null, after: 'Musterstraße 1, Berlin' },
    { field: 'added', before: null, after: 'a, b' },
  ])
})

test('what is the same on both sides is no change', () => {
  expect(changesOf({ before: { role: 'VIEWER', uses: 0 }, after: { role: 'VIEWER', uses: 1 } })).toEqual([
    { field: 'uses', before: '0', after: '1' },
  ])
})
