import { expect, test } from 'vitest'
import { noHands } from './watch-hands.ts'
import { waitForHands } from './wait-for-hands.ts'

interface Scene {
  submitted: boolean
  readonly stop: AbortController
}

/** Milliseconds from the beginning of the check until the answer may leave; `act` plays the visitor at each moment. */
async function waited(
  act: (at: number, hands: ReturnType<typeof noHands>, scene: Scene) => void,
  { before = Infinity, workMs = 0 } = {},
): Promise<number> {
  const begunAt = 1_000
  const hands = { ...noHands(), firstPressAt: before }
  const scene = { submitted: false, stop: new AbortController() }
  let at = begunAt + workMs
  await waitForHands({
    hands,
    submitted: () => scene.submitted,
    signal: scene.stop.signal,
    begunAt,
    now: () => at,
    pause: async (ms) => {
      at += ms
      act(at - begunAt, hands, scene)
    },
  })
  return at - begunAt
}

test('somebody who uses the page is watched for a while', async () => {
  expect(await waited(() => undefined, { before: 900 })).toBe(2_500)
  expect(await waited((at, hands) => at === 1_000 && (hands.firstPressAt = 2_000))).toBe(3_500)
})

test('the work counts as time of watching, and longer work waits for nothing more', async () => {
  expect(await waited(() => undefined, { workMs: 1_700 })).toBe(2_000)
  expect(await waited(() => undefined, { workMs: 9_000 })).toBe(9_000)
})

test('a form that is sent, and a page that asks, wait for nothing', async () => {
  expect(await waited((at, _hands, scene) => at >= 300 && (scene.submitted = true), { before: 900 })).toBe(300)
})

test('a click and some keys are enough', async () => {
  const typing = (at: number, hands: ReturnType<typeof noHands>): void => {
    hands.clicks = 1
    hands.keyPauses.push(at)
  }
  expect(await waited(typing, { before: 900 })).toBe(600)
})

test('where nobody presses anything the wait ends within two seconds, and at once when the check is given up', async () => {
  expect(await waited(() => undefined)).toBe(2_000)
  expect(await waited((at, _hands, scene) => at >= 200 && scene.stop.abort())).toBe(200)
})
