import { expect, test } from 'vitest'
import { askWhoAnswers } from './join-cells.ts'

test('of a cell that hangs one question at a time finds out whether it answers again, and nobody else waits for it', async () => {
  const hanging: ((end: boolean | Error) => void)[] = []
  const slow = () =>
    new Promise<boolean>((resolve, reject) => {
      hanging.push((end) => (typeof end === 'boolean' ? resolve(end) : reject(end)))
    })
  const isRecorded = askWhoAnswers([async (id) => id === 'near', slow])
  const first = isRecorded('far')
  hanging.shift()?.(new Error('timeout'))
  expect(await first).toBe(false)
  const trial = isRecorded('far')
  expect(await Promise.all(['near', 'far', 'madeUp'].map(isRecorded))).toEqual([true, false, false])
  expect(hanging, 'nobody else asks it').toHaveLength(1)
  hanging.shift()?.(true)
  expect(await trial).toBe(true)
  const next = [isRecorded('far'), isRecorded('madeUp')]
  for (const answer of [true, false]) hanging.shift()?.(answer)
  expect(await Promise.all(next)).toEqual([true, false])
})
