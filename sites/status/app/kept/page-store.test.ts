import { expect, test } from 'vitest'
import { type Answered, createPageStore } from './page-store.server.ts'

function start(bytesMax = 10_000) {
  const state = { now: 0, asked: 0, answer: shared('one') as Answered<string> | null | Error }
  const store = createPageStore<string>({
    now: () => state.now,
    freshMs: 10_000,
    retryMs: 2_000,
    tellAfterMs: 60_000,
    bytesMax,
  })
  const ask = async () => {
    state.asked += 1
    if (state.answer instanceof Error) throw state.answer
    return state.answer
  }
  const find = (visitor: string, page = 'shop') => store.find({ shared: page, own: `${page} ${visitor}` }, ask)
  return {
    state,
    find,
    peek: (visitor: string, page = 'shop') => store.peek({ shared: page, own: `${page} ${visitor}` }),
  }
}
const shared = (answer: string): Answered<string> => ({ answer, isShared: true })

test('one question answers everybody for ten seconds, however many ask at once', async () => {
  const { state, find } = start()
  expect((await Promise.all([find('a'), find('a'), find('a')])).map((copy) => copy?.answer)).toEqual([
    'one',
    'one',
    'one',
  ])
  state.now = 9_999
  await find('b')
  expect(state.asked).toBe(1)
  state.now = 10_000
  state.answer = shared('two')
  expect((await Promise.all([find('a'), find('b')])).map((copy) => copy?.answer)).toEqual(['two', 'two'])
  expect(state.asked).toBe(2)
})

test('while the service is away the last copy is answered, told as old after a minute, and the service is left alone in between', async () => {
  const { state, find } = start()
  await find('a')
  state.answer = new Error('away')
  state.now = 20_000
  expect(await find('a')).toMatchObject({ answer: 'one', isStale: false, askedAt: 0 })
  state.now = 21_000
  await find('a')
  expect(state.asked).toBe(2)
  state.now = 61_000
  expect(await find('b')).toMatchObject({ answer: 'one', isStale: true, askedAt: 0 })
  state.answer = shared('back')
  state.now = 64_000
  expect(await find('b')).toMatchObject({ answer: 'back', isStale: false })
  await expect(start().find('a')).resolves.not.toBeNull()
})

test('what one visitor was told about a page of some networks is told to nobody else', async () => {
  const { state, find, peek } = start()
  state.answer = { answer: 'inside', isShared: false }
  await find('inside')
  state.answer = null
  expect(await find('outside')).toBeNull()
  expect(peek('outside')).toBeNull()
  expect(await find('inside')).toMatchObject({ answer: 'inside' })
  // A page that was everybody's before is nobody's copy any more.
  const other = start()
  await other.find('a')
  other.state.now = 10_000
  other.state.answer = { answer: 'now for some', isShared: false }
  await other.find('b')
  expect(other.peek('c')).toBeNull()
})

test('a page that is not there, or no longer, is never kept, and without a copy the fault is told', async () => {
  const { state, find } = start()
  await find('a')
  state.now = 10_000
  state.answer = null
  expect(await find('a')).toBeNull()
  state.answer = new Error('away')
  await expect(find('a')).rejects.toThrow('away')
})

test('the memory is bounded: pages asked for last stay', async () => {
  const { state, find } = start(1_700)
  state.answer = shared('x'.repeat(20))
  for (const page of ['a', 'b', 'c']) await find('v', page)
  await find('v', 'a')
  await find('v', 'd')
  expect(state.asked).toBe(4)
  await find('v', 'a')
  expect(state.asked).toBe(4)
  await find('v', 'b')
  expect(state.asked).toBe(5)
})
