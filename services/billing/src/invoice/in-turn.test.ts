import { expect, test } from 'vitest'
import { createTurns } from './in-turn.ts'

test('what has one key goes one after the other in the order in which it came, also after a failure; other keys wait for nothing', async () => {
  const inTurn = createTurns()
  const told: string[] = []
  const gates = new Map(['a1', 'a2', 'a3'].map((name) => [name, Promise.withResolvers<void>()]))
  const work = (name: string) => async () => {
    told.push(`${name} begins`)
    await gates.get(name)?.promise
    told.push(`${name} ends`)
    return name
  }
  const all = ['a1', 'a2', 'a3'].map((name) => inTurn('a', work(name)))
  expect(await inTurn('b', work('b1'))).toBe('b1')
  gates.get('a3')?.resolve()
  gates.get('a1')?.reject(new Error('It failed'))
  await expect(all[0]).rejects.toThrow('It failed')
  gates.get('a2')?.resolve()
  expect(await Promise.all(all.slice(1))).toEqual(['a2', 'a3'])
  expect(told).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a2 begins', 'a2 ends', 'a3 begins', 'a3 ends'])
  // Nobody is waited for who is gone.
  expect(await inTurn('a', async () => 'late')).toBe('late')
})
