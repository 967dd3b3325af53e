import { expect, test } from 'vitest'
import { noHands } from './watch-hands.ts'
import { waitForHands } from './wait-for-hands.ts'

/** Milliseconds that the answer waits; `act` plays the visitor at each moment. */
async function waited(
  act: (at: number, hands: ReturnType<typeof noHands>, scene: { submitted: boolean; stop: AbortController }) => void,
  before = Infinity,
): Promise<number> {
  const hands = { ...noHands(), firstPressAt: before }
  const scene = { submitted: false, stop: new AbortController() }
  let at = 1_000
  await waitForHands({
    hands,
    submitted: () => scene.submitted,
    signal: scene.stop.signal,
    now: () => at,
    pause: async (ms) => {
      at += ms
      act(at - 1_000, hands, scene)
    },
  })
  return at - 1_000
}

test('somebody who uses the page is watched for a while', async () => {
  expect(await waited(() => undefined, 900)).toBe(2_500)
  expect(await waited((at, hands) => at === 1_000 && (hands.firstPressAt = 2_000))).toBe(3_500)
})

test('a form that is sent waits for nothing', async () => {
  expect(await waited((at, _hands, scene) => at >= 300 && (scene.submitted = true), 900)).toBe(300)
})

test('a click and some keys are enough', async () => {
  const typing = (at: number, hands: ReturnType<typeof noHands>): void => {
    hands.clicks = 1
    hands.keyPauses.push(at)
  }
  expect(await waited(typing, 900)).toBe(1_200)
})

test('where nobody presses anything the wait ends as well, and at once when the check is given up', async () => {
  expect(await waited(() => undefined)).toBe(8_000)
  expect(await waited((at, _hands, scene) => at >= 200 && scene.stop.abort())).toBe(200)
})
