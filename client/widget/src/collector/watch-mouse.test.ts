import { expect, test, vi } from 'vitest'
import { handsOf } from './listen-for-test.ts'
import { watchMouse } from './watch-mouse.ts'

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const linux = windows.replace('Windows NT 10.0; Win64; x64', 'X11; Linux x86_64')
const mac = windows.replace('Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7')

type Place = readonly [x: number, y: number]

function mouse(userAgent = windows, devicePixelRatio = 1) {
  const page = { devicePixelRatio, navigator: { userAgent } } as Window
  const { hands, send } = handsOf((on, all) => watchMouse(on, all, page))
  let at = 0
  const move = (places: readonly Place[], more: object = {}) => {
    for (const [clientX, clientY] of places)
      send('pointermove', {
        pointerType: 'mouse',
        clientX,
        clientY,
        screenX: clientX + 10,
        screenY: clientY + 97,
        timeStamp: (at += 16),
        ...more,
      })
    return hands
  }
  return { hands, send, move }
}

/** A line from one place to another as tools draw it. */
const line = (steps: number): Place[] =>
  Array.from({ length: steps }, (_, step) => [Math.fround(20 + step * 7.3), Math.fround(30 + step * 4.1)])
const hand: Place[] = [
  [20, 30],
  [26, 35],
  [35, 43],
  [49, 51],
  [66, 57],
  [80, 60],
  [91, 66],
  [97, 75],
  [99, 83],
  [100, 88],
]

test('a hand bends its path, a tool goes straight on', () => {
  expect(mouse().move(hand)).toMatchObject({ mouseMoves: 10, straightSteps: 0 })
  expect(mouse().move(hand).bends).toBeGreaterThan(6)
  expect(mouse().move(line(20))).toMatchObject({ longSteps: 19, straightSteps: 18 })
})

test('keys that move the pointer along edges and diagonals draw no straight path', () => {
  const keys: Place[] = Array.from({ length: 12 }, (_, step) => [step * 8, step * 8])
  expect(mouse().move([...keys, ...keys.map(([x]): Place => [x, 88])])).toMatchObject({ straightSteps: 0 })
})

test('a line at one pace changes it at its beginning only, and a hand all the time', () => {
  expect(mouse().move(line(30)).paceChanges).toBeLessThanOrEqual(2)
  const uneven = Array.from({ length: 30 }, (_, step): Place => [Math.round(step ** 2), step * 3])
  expect(mouse().move(uneven).paceChanges).toBeGreaterThan(8)
})

test('the pace is that of the movements in an event, not of the events', () => {
  const places = line(30)
  const { hands, send } = mouse()
  for (const [from, to] of [
    [0, 1],
    [1, 4],
    [4, 6],
    [6, 7],
    [7, 10],
  ]) {
    const moves = places.slice(from, to).map(([clientX, clientY]) => ({ clientX, clientY }))
    send('pointermove', { pointerType: 'mouse', ...moves.at(-1), screenX: 1, getCoalescedEvents: () => moves })
  }
  expect(hands.coalescedMax).toBe(3)
  expect(hands.paceChanges).toBeLessThanOrEqual(2)
})

test('a script puts no press before that of the button', () => {
  const { hands, send } = mouse()
  send('pointerdown', { pointerType: 'mouse', button: 0, buttons: 1, pressure: 0.5, timeStamp: 400 })
  send('pointerdown', { isTrusted: false, pointerType: 'mouse', timeStamp: 479 })
  send('pointerup', { pointerType: 'mouse', timeStamp: 480 })
  expect(hands.pressMsMin).toBe(80)
})

test('the movements of tools lie between the points of the screen', () => {
  expect(mouse(windows).move(line(12)).fractionalMoves).toBeGreaterThan(8)
  expect(mouse(linux).move(line(12)).fractionalMoves).toBeGreaterThan(8)
})

test.for([
  [1, 0],
  [1.25, 0.2],
  [1.5, 0.33333334],
  [1.75, 0.5714286],
  [1.1, 0],
  [0.6666667, 0.75],
  [3, 0.6666667],
] as const)('a mouse on a screen scaled by %d does not, wherever the page begins', ([ratio, begin]) => {
  const places = hand.map(([x, y]): Place => [Math.fround(x / ratio), Math.fround(y / ratio + begin)])
  expect(mouse(windows, ratio).move(places).fractionalMoves).toBe(0)
})

test('a bar of the window that opens looks like one such movement', () => {
  const lower = hand.map(([x, y]): Place => [x / 1.25, y / 1.25 - 0.4])
  const { move } = mouse(windows, 1.25)
  move(hand.map(([x, y]): Place => [x / 1.25, y / 1.25]))
  expect(move(lower).fractionalMoves).toBeLessThanOrEqual(1)
})

test('systems that divide a pixel by 256 are hands too', () => {
  const fine = hand.map(([x, y], index): Place => [x + (index * 37) / 256, y + (index * 91) / 256])
  expect(mouse(linux).move(fine).fractionalMoves).toBe(0)
  expect(mouse(linux, 2).move(fine.map(([x, y]): Place => [(x * 1.5) / 2, (y * 1.5) / 2])).fractionalMoves).toBe(0)
  expect(mouse(linux, 1.25).move(line(12)).fractionalMoves).toBe(0)
  expect(mouse(mac).move(line(12)).fractionalMoves).toBe(0)
})

test('what scripts and fingers move is no mouse', () => {
  expect(mouse().move(hand, { isTrusted: false }).mouseMoves).toBe(0)
  expect(mouse().move(hand, { pointerType: 'touch' }).mouseMoves).toBe(0)
})

test('where the page lies on the screen', () => {
  expect(mouse().move(hand).offsets).toEqual({ left: 10, right: 10, top: 97, bottom: 97 })
  expect(mouse().move(hand)).toMatchObject({ screenIsPageMoves: 0 })
  expect(mouse().move([[5, 6]], { screenX: 5, screenY: 6 })).toMatchObject({ screenIsPageMoves: 1 })
})

test('a pressed button brings pressure with it, except from a tool', () => {
  const { hands, send } = mouse()
  send('pointerdown', { pointerType: 'mouse', button: 0, buttons: 1, pressure: 0.5, timeStamp: 400 })
  send('pointerup', { pointerType: 'mouse', timeStamp: 480 })
  expect(hands).toMatchObject({ pressesWithoutPressure: 0, pressMsMin: 80, firstPressAt: 400 })
  send('pointerdown', { pointerType: 'mouse', button: 0, buttons: 1, pressure: 0, timeStamp: 900 })
  send('pointerup', { pointerType: 'mouse', timeStamp: 901 })
  expect(hands).toMatchObject({ pressesWithoutPressure: 1, pressMsMin: 1, firstPressAt: 400 })
  send('pointerdown', { pointerType: 'pen', button: 0, buttons: 1, pressure: 0, timeStamp: 950 })
  expect(hands.pressesWithoutPressure).toBe(1)
})

test('a click in the middle counts only when the pointer jumped there', () => {
  class Box {
    getBoundingClientRect = () => ({ left: 100, top: 50, width: 81, height: 21 })
  }
  vi.stubGlobal('Element', Box)
  const click = { detail: 1, clientX: 140, clientY: 60, composedPath: () => [new Box()] }
  const { hands, send, move } = mouse()
  send('click', click)
  expect(hands).toMatchObject({ clicks: 1, deadCentreClicks: 1 })
  move(hand)
  send('click', click)
  send('click', { ...click, clientX: 130 })
  send('click', { ...click, detail: 0 })
  send('click', { ...click, pointerType: 'touch' })
  expect(hands).toMatchObject({ clicks: 3, deadCentreClicks: 1 })
  vi.unstubAllGlobals()
})
