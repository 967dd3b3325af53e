import { expect, test } from 'vitest'
import { groundFrom } from './theme.ts'

test.for([
  ['rgb(250, 249, 246)', 'light'],
  ['rgb(18, 19, 21)', 'dark'],
  ['rgba(255, 179, 0, 0.9)', 'light'],
  ['rgba(0, 0, 0, 0)', undefined],
  ['oklch(0.2 0 0)', undefined],
] as const)('a ground of %s is %s', ([color, ground]) => {
  expect(groundFrom(color)).toBe(ground)
})
