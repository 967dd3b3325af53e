import { protectionRoutes } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { exampleLimiter } from '../../examples/example-protection.ts'
import { limiterOf, newLimiter, shownLimiter, startingPoints } from './typed-limiter.ts'
import { untilOf } from './until.ts'

const schema = protectionRoutes.createLimiter.body.schema

test('what is shown of a limit and sent back is the same', () => {
  const { name, match, key, missing, counts, outage, ladder } = exampleLimiter
  const others = [
    { limit: exampleLimiter.limit },
    { limit: { kind: 'TOKEN_BUCKET', limit: 60, tokens: 10, everySeconds: 1 } },
    { limit: { kind: 'QUOTA', limit: 1_000_000, period: 'MONTH', zone: 'Europe/Berlin' } },
    { limit: { kind: 'SLIDING_WINDOW', limit: 1_000, windowSeconds: 60 }, ladder: null },
    { limit: { kind: 'CONCURRENCY', limit: 8, leaseSeconds: 30 }, ladder: null, counts: 'BEFORE' },
  ] as const
  for (const other of others) {
    const whole = { name, match, key, missing, counts, outage, ladder, ...other }
    expect(limiterOf(shownLimiter({ ...exampleLimiter, ...whole }))).toEqual(whole)
    // What the kind has no use for is not sent, also where the form still holds it.
    expect(limiterOf(shownLimiter({ ...exampleLimiter, limit: other.limit }))).toEqual(whole)
  }
  expect(limiterOf(shownLimiter({ ...exampleLimiter, ladder: null })).ladder).toBeNull()
})

test('each starting point is a limit that the service takes as it is', () => {
  for (const point of startingPoints)
    expect(schema.safeParse(limiterOf(newLimiter(point))).error, point).toBeUndefined()
})

test('what is no whole number is named as a fault of its field', () => {
  const typed = { ...newLimiter('api'), 'limit/limit': '1.5', 'key/0/from': '' }
  // What is sent is JSON, which knows no NaN.
  const sent: unknown = JSON.parse(JSON.stringify(limiterOf(typed)))
  const paths = schema.safeParse(sent).error?.issues.map(({ path }) => path.join('/'))
  expect(paths).toEqual(['limit/limit', 'key'])
})

test('an exception ends when its time is over, and never by a number that nobody offers', () => {
  const form = new FormData()
  form.set('hours', '24')
  expect(untilOf(form, 0)).toBe('1970-01-02T00:00:00.000Z')
  form.set('hours', '5')
  expect(untilOf(form, 0)).toBeNull()
})
