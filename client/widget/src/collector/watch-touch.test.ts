import { expect, test } from 'vitest'
import { handsOf } from './listen-for-test.ts'
import { noHands } from './watch-hands.ts'
import { watchTouch } from './watch-touch.ts'

const touch = (timeStamp: number, size: number, more: object = {}) => ({
  pointerType: 'touch',
  timeStamp,
  width: size,
  height: size,
  ...more,
})

test('a tap of no size that takes no time is a point', () => {
  const { hands, send } = handsOf(watchTouch)
  send('pointerdown', touch(100, 1))
  send('pointerup', touch(101, 1))
  expect(hands).toMatchObject({ taps: 1, pointTaps: 1, touchMoves: 0, touchSizes: 1 })
})

test.for([
  { why: 'it takes time', up: 170, size: 1 },
  { why: 'it has a size', up: 101, size: 23 },
])('a tap of a finger is none: $why', ({ up, size }) => {
  const { hands, send } = handsOf(watchTouch)
  send('pointerdown', touch(100, size))
  send('pointerup', touch(up, size))
  expect(hands).toMatchObject({ taps: 1, pointTaps: 0 })
})

test('a finger moves and changes its size', () => {
  const { hands, send } = handsOf(watchTouch)
  send('pointerdown', touch(100, 21))
  for (const [at, size] of [
    [110, 22.5],
    [120, 24],
    [130, 22.5],
  ] as const)
    send('pointermove', touch(at, size))
  send('pointerup', touch(150, 20))
  expect(hands).toMatchObject({ touchMoves: 3, touchSizes: 3, pointTaps: 0 })
})

test('a finger that moved for one token is new for the next', () => {
  const { hands, send } = handsOf(watchTouch)
  for (const size of [20, 21, 22, 23]) send('pointermove', touch(100, size))
  Object.assign(hands, noHands())
  send('pointermove', touch(200, 24))
  expect(hands).toMatchObject({ touchMoves: 1, touchSizes: 1 })
})

test('a mouse and a script are no fingers', () => {
  const { hands, send } = handsOf(watchTouch)
  for (const more of [{ pointerType: 'mouse' }, { isTrusted: false }]) {
    send('pointerdown', touch(100, 1, more))
    send('pointermove', touch(100, 2, more))
    send('pointerup', touch(100, 1, more))
  }
  expect(hands).toMatchObject({ taps: 0, touchMoves: 0, touchSizes: 0 })
})
