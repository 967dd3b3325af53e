import { expect, test } from 'vitest'
import { createTurns } from './create-turns.ts'

/** Work that ends when it is told to, and what has begun of it. */
function watch(options: { most: number; perKeyMax: number }) {
  const takeTurn = createTurns<string>(options)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const ask = (key: string, name: string) => {
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return takeTurn(key, async () => {
      begun.push(name)
      return end.promise
    })
  }
  const end = async (name: string, fault?: Error) => {
    if (fault === undefined) ends.get(name)?.resolve(name)
    else ends.get(name)?.reject(fault)
    await new Promise(setImmediate)
  }
  return { ask, end, begun }
}

test('no more run than may, of one key and of all, and a flood of one key leaves turns to the others', async () => {
  const { ask, end, begun } = watch({ most: 3, perKeyMax: 2 })
  const asked = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name.charAt(0), name))
  await end('nobody')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(begun.slice(3)).toEqual(['b2'])
  await end('a1')
  expect(begun.slice(4)).toEqual(['c1'])
  for (const name of ['a2', 'b2', 'c1', 'a3']) await end(name)
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
})

test('work that fails gives its turn back', async () => {
  const { ask, end, begun } = watch({ most: 1, perKeyMax: 1 })
  const first = ask('a', 'first')
  const second = ask('a', 'second')
  const failed = expect(first).rejects.toThrow('away')
  await end('first', new Error('away'))
  await failed
  expect(begun).toEqual(['first', 'second'])
  await end('second')
  expect(await second).toBe('second')
})

test('a flood of one key is refused once too many of it wait, and the others are not', async () => {
  const { ask, end } = watch({ most: 2, perKeyMax: 1 })
  const flood = Array.from({ length: 1_000 }, (_, index) =>
    ask('a', `a${index}`).catch((error: Error) => error.message),
  )
  const other = ask('b', 'b')
  await end('b')
  expect(await other).toBe('b')
  for (let index = 0; index < 501; index++) await end(`a${index}`)
  const answers = await Promise.all(flood)
  expect(answers.slice(0, 501)).toEqual(Array.from({ length: 501 }, (_, index) => `a${index}`))
  expect(new Set(answers.slice(501))).toEqual(new Set(['Too much waits for the database']))
})
