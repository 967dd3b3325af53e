import { expect, test } from 'vitest'
import { changesOf } from './index.ts'

test('only what differs is named, as it was and as it is', () => {
  expect(changesOf({ a: 1, b: [1], c: null }, { a: 1, b: [1, 2], c: null })).toEqual({
    before: { b: [1] },
    after: { b: [1, 2] },
  })
  expect(changesOf({ a: [1] }, { a: [1] })).toEqual({ before: {}, after: {} })
})

test('objects are compared field by field, and what appears or disappears is named', () => {
  expect(changesOf({ limits: { a: 1, b: 2 }, gone: 1 }, { limits: { a: 1, b: 3 }, come: 2 })).toEqual({
    before: { limits: { b: 2 }, gone: 1, come: undefined },
    after: { limits: { b: 3 }, gone: undefined, come: 2 },
  })
})

test('a date is a value', () => {
  const [old, now] = [new Date(0), new Date(1)]
  expect(changesOf({ at: old }, { at: new Date(0) })).toEqual({ before: {}, after: {} })
  expect(changesOf({ at: old }, { at: now })).toEqual({ before: { at: old }, after: { at: now } })
})
