import { expect, test } from 'vitest'
import { timeText } from './time-text.ts'

test('times are written as the standard library writes them', () => {
  const at = Date.UTC(2026, 10, 21, 23, 59, 59, 0)
  for (const past of [0, 1, 99, 999, 1_000, 1_001, 500, -1, 86_400_000, -at])
    expect(timeText(at + past)).toBe(new Date(at + past).toISOString())
})
