import { expect, test } from 'vitest'
import { askWhileItAnswers, askWhoAnswers } from './ask-who-answers.ts'

test('of a cell that hangs one question at a time finds out whether it answers again, and nobody else waits for it', async () => {
  const hanging: ((end: boolean | Error) => void)[] = []
  const slow = () =>
    new Promise<boolean>((resolve, reject) => {
      hanging.push((end) => (typeof end === 'boolean' ? resolve(end) : reject(end)))
    })
  const isRecorded = askWhoAnswers([async (id) => id === 'near', slow])
  const first = isRecorded('far')
  hanging.shift()?.(new Error('Query read timeout'))
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

test('nobody waits longer than the bound for a cell that hangs, and what was asked finds out when it answers', async () => {
  const hanging: ((answer: number) => void)[] = []
  const ask = askWhileItAnswers(() => new Promise<number>((resolve) => void hanging.push(resolve)), 1)
  // Whoever came before it was known waits as long, and is not asked about again.
  for (const late of await Promise.allSettled([ask(), ask()]))
    expect(late).toMatchObject({ reason: { message: 'The database does not answer' } })
  await expect(ask()).rejects.toThrow('The database does not answer')
  expect(hanging).toHaveLength(2)
  hanging.forEach((answer) => answer(1))
  await Promise.resolve()
  const next = ask()
  expect(hanging).toHaveLength(3)
  hanging.at(-1)?.(2)
  expect(await next).toBe(2)
})
