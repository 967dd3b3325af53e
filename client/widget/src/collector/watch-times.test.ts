import { expect, test } from 'vitest'
import { handsOf } from './listen-for-test.ts'
import { watchTimes } from './watch-times.ts'

const xServer = 0.6
/** Presses of a hand: whole milliseconds on the clock of the X server, which lies anywhere between those of the page. */
const ofHand = [120, 187, 240, 333, 391, 512, 580].map((at) => at + xServer)
const ofTool = [120.2, 187.9, 240.1, 333.5, 391.1, 512.6, 580.3]

function seen(times: readonly number[], more: object = {}): { pressSteps: number; fractionalSteps: number } {
  const { hands, send } = handsOf(watchTimes)
  for (const [index, timeStamp] of times.entries())
    send(index % 2 ? 'keyup' : 'keydown', { timeStamp, repeat: false, ...more })
  return hands
}

test('times of an X server are whole milliseconds apart, as browsers round them, and those of tools are not', () => {
  expect(seen(ofHand)).toMatchObject({ pressSteps: 6, fractionalSteps: 0 })
  expect(seen(ofHand.map((at, index) => at + (index % 2 ? 0.1 : 0)))).toMatchObject({ fractionalSteps: 0 })
  expect(seen(ofTool).fractionalSteps).toBeGreaterThanOrEqual(5)
})

test('one press that a browser makes up among those of a hand makes two such times', () => {
  expect(seen([...ofHand.slice(0, 3), 300.2, ...ofHand.slice(3)]).fractionalSteps).toBe(2)
})

test.for([
  ['scripts', { isTrusted: false }],
  ['held keys', { repeat: true }],
  ['input methods', { keyCode: 229 }],
] as const)('presses of %s tell no time', ([, more]) => {
  expect(seen(ofTool, more)).toMatchObject({ pressSteps: 0, fractionalSteps: 0 })
})

test('fingers and pens have clocks of their own', () => {
  const { hands, send } = handsOf(watchTimes)
  for (const timeStamp of ofTool) send('pointerdown', { pointerType: 'touch', timeStamp })
  expect(hands.pressSteps).toBe(0)
  for (const timeStamp of ofTool) send('pointerdown', { pointerType: 'mouse', timeStamp })
  expect(hands.pressSteps).toBe(6)
})
