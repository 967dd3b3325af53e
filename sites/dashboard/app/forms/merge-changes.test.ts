import { expect, test } from 'vitest'
import { isSame, mergeChanges } from './merge-changes.ts'

const base = {
  label: 'Shop',
  timezone: 'Europe/Berlin',
  language: 'en',
  notificationEmails: ['ops@example.org'],
  usageAlertPercents: [80, 100, 120],
}

test('only what somebody changed is saved', () => {
  expect(mergeChanges(base, base, base)).toEqual({ changes: {}, conflicts: [], together: base })
  expect(mergeChanges(base, { ...base, label: 'Shop 2' }, base).changes).toEqual({ label: 'Shop 2' })
})

test('what others changed meanwhile stays, where it is another field or the same change', () => {
  const merged = mergeChanges(base, { ...base, label: 'Shop 2' }, { ...base, timezone: 'UTC' })
  expect(merged).toEqual({
    changes: { label: 'Shop 2' },
    conflicts: [],
    together: { ...base, label: 'Shop 2', timezone: 'UTC' },
  })
  expect(mergeChanges(base, { ...base, label: 'Shop 2' }, { ...base, label: 'Shop 2' })).toMatchObject({
    changes: {},
    conflicts: [],
  })
})

test('two who change the same field to different things are in conflict', () => {
  const mine = { ...base, label: 'Mine', usageAlertPercents: [50], language: 'de' }
  const current = { ...base, label: 'Theirs', usageAlertPercents: [90] }
  expect(mergeChanges(base, mine, current)).toEqual({
    changes: { label: 'Mine', usageAlertPercents: [50], language: 'de' },
    conflicts: ['label', 'usageAlertPercents'],
    together: mine,
  })
})

test('things are the same in whatever order their parts are named', () => {
  expect(isSame({ a: [{ b: 1, c: 2 }], d: undefined }, { a: [{ c: 2, b: 1 }] })).toBe(true)
  expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
})
