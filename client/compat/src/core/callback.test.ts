import { afterEach, expect, test, vi } from 'vitest'
import { call, functionOf } from './callback.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a function is called with what there is to tell, and its answer is given back', () => {
  expect(call((token: string, more: number) => `${token} ${more}`, 'token', 2)).toBe('token 2')
})

test('a name is looked up when it is called, also in objects of the page', () => {
  expect(call('appeared.later', 1)).toBeUndefined()
  vi.stubGlobal('appeared', { later: (value: number) => value + 1 })
  expect(call('appeared.later', 1)).toBe(2)
})

test('what is no function, or names none, is not called', () => {
  for (const nothing of [undefined, null, '', 'no.such.thing', 7, {}]) expect(functionOf(nothing)).toBeUndefined()
})

test('what a callback throws is reported as uncaught and goes no further', () => {
  vi.useFakeTimers()
  const failure = new Error('of the page')
  expect(
    call(() => {
      throw failure
    }),
  ).toBeUndefined()
  expect(() => vi.runAllTimers()).toThrow(failure)
})
