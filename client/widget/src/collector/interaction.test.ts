import { expect, test } from 'vitest'
import type { CheckCode } from './catalogue.ts'
import type { Scene } from './check.ts'
import { interaction } from './interaction.ts'
import { type Hands, noHands } from './watch-hands.ts'

const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

interface Given {
  readonly hands?: Partial<Hands>
  readonly coarseClock?: boolean
  readonly touchPoints?: number
}

/** What fires for some hands on a desktop; the page has no more on it than these checks read. */
async function firedFor({ hands = {}, coarseClock = false, touchPoints = 0 }: Given): Promise<string[]> {
  const page = { navigator: { userAgent: desktop, maxTouchPoints: touchPoints } } as unknown as Scene['page']
  const scene: Scene = { page, clean: undefined, worker: undefined, globalsAtLoad: false, coarseClock, hands: { ...noHands(), ...hands } }
  const fired: string[] = []
  for (const [code, look] of Object.entries(interaction)) if ((await look(scene)) === true) fired.push(code satisfies CheckCode | string)
  return fired
}

test('somebody who touched nothing yet is not judged', async () => {
  expect(await firedFor({})).toEqual([])
})

test('somebody at the keyboard only is not judged by a mouse', async () => {
  expect(await firedFor({ hands: { keyPauses: [120, 90, 210, 140, 95, 180] } })).toEqual([])
})

test('a hand that moves and presses as hands do speaks for the visitor', async () => {
  const hands = { mouseMoves: 60, bends: 30, mostCoalesced: 4, clicks: 2, shortestPress: 80, keyPauses: [120, 90, 210, 140, 95] }
  expect(await firedFor({ hands })).toEqual(['real-pointer-movement', 'coalesced-movement'])
})

test('a script that clicks and types gives itself away', async () => {
  const hands = { mouseMoves: 2, clicks: 2, deadCentreClicks: 2, shortestPress: 1, keyPauses: [1, 2, 1, 1, 2, 1], capitalsWithoutShift: 1 }
  expect(await firedFor({ hands })).toEqual(['dead-centre-click', 'instant-press', 'inhuman-typing', 'shift-missing'])
})

test('times say nothing where the clock is coarse', async () => {
  expect(await firedFor({ hands: { clicks: 1, shortestPress: 0, keyPauses: [0, 0, 100, 0, 0] }, coarseClock: true })).toEqual([])
})

test('keyboards on glass write capitals without Shift', async () => {
  expect(await firedFor({ hands: { keyPauses: [200], capitalsWithoutShift: 1 }, touchPoints: 5 })).toEqual([])
})

test('a few fast keys are no fast typing', async () => {
  expect(await firedFor({ hands: { keyPauses: [10, 12] } })).toEqual([])
})

test('movement one by one tells of a tool, except on a screen that is faster than the mouse', async () => {
  expect(await firedFor({ hands: { mouseMoves: 60, mostCoalesced: 1, quickMoves: 4 } })).toEqual(['never-coalesced'])
  expect(await firedFor({ hands: { mouseMoves: 60, mostCoalesced: 1, quickMoves: 50 } })).toEqual([])
})

test('one click in the middle among others is chance', async () => {
  expect(await firedFor({ hands: { clicks: 3, deadCentreClicks: 1, shortestPress: 60 } })).toEqual([])
})
