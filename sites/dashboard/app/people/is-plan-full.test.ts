import { expect, test } from 'vitest'
import { isPlanFull } from './is-plan-full.ts'

test('a full plan is told apart from the most members that there can be, which no plan changes', () => {
  const errors = [{ pointer: '', code: 'limit-exceeded', params: { limit: 'members', used: 3, max: 3 } }]
  expect(isPlanFull({ code: 'quota-exceeded', errors })).toBe(true)
  expect([{ code: 'quota-exceeded' }, { code: 'rate-limited', errors }, null].map(isPlanFull)).toEqual([
    false,
    false,
    false,
  ])
})
