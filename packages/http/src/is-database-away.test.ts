import { expect, test } from 'vitest'
import { isDatabaseAway } from './is-database-away.ts'

const withCode = (code: string) => Object.assign(new Error('fault'), { code })

test.for(['08006', '57P01', '57P03', '57014', '53300', '58030', '25006'])(
  '%s: the same call may work later',
  (code) => {
    expect(isDatabaseAway(withCode(code))).toBe(true)
    expect(isDatabaseAway(new Error('write failed', { cause: withCode(code) }))).toBe(true)
  },
)

test.for(['23505', '42P01', '25001', 'ENOENT'])('%s is a fault of ours', (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(false)
})
