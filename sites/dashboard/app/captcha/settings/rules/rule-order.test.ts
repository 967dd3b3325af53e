import { expect, test } from 'vitest'
import { fitOrder, moved, readOrder } from './rule-order.ts'

test('a rule moves by one place and stays at the ends', () => {
  expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 'x', 1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
})

test('a form says the whole order, and which rule its button moves', () => {
  const form = new FormData()
  form.set('order', 'a b c')
  expect(readOrder(form)).toEqual(['a', 'b', 'c'])
  form.set('move', 'c -1')
  expect(readOrder(form)).toEqual(['a', 'c', 'b'])
})

test('an order keeps what was wanted while rules come and go', () => {
  expect(fitOrder(['c', 'a', 'b'], ['a', 'b', 'c'])).toEqual(['c', 'a', 'b'])
  // Somebody removed b and added n behind a.
  expect(fitOrder(['c', 'b', 'a'], ['a', 'n', 'c'])).toEqual(['c', 'a', 'n'])
  expect(fitOrder(['b', 'a'], ['n', 'a', 'b'])).toEqual(['n', 'b', 'a'])
})
