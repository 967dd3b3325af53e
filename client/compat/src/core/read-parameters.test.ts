import { expect, test } from 'vitest'
import { mergeParameters, oneOf, textOf } from './read-parameters.ts'

test('what a call says is before what an element says, and what it does not say is not taken away', () => {
  expect(
    mergeParameters({ theme: 'dark', size: 'compact', hl: 'de' }, { theme: 'light', size: undefined, hl: null }),
  ).toEqual({
    theme: 'light',
    size: 'compact',
    hl: 'de',
  })
})

test('nothing, and what is no object, say nothing', () => {
  for (const nothing of [undefined, null, 7, true])
    expect(mergeParameters({ theme: 'dark' }, nothing)).toEqual({ theme: 'dark' })
})

test('texts, numbers and yes or no become text; all else is none', () => {
  expect(['a', 2, false].map(textOf)).toEqual(['a', '2', 'false'])
  expect([undefined, null, {}, () => {}].map(textOf)).toEqual([undefined, undefined, undefined, undefined])
})

test('only the words that are known are taken', () => {
  expect([oneOf('dark', ['light', 'dark']), oneOf('DARK', ['dark']), oneOf(1, ['dark'])]).toEqual([
    'dark',
    undefined,
    undefined,
  ])
})
