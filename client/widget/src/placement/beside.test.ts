import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beside } from './beside.ts'

const size = { width: 320, height: 72 }
const viewport = { width: 1000, height: 700 }
const at = (left: number, top: number) => ({ left, top, width: 120, height: 40 })

test('it stands below its button where there is room, else above', () => {
  expect(beside({ anchor: at(50, 100), size, viewport, isRightToLeft: false })).toEqual({ left: 50, top: 148 })
  expect(beside({ anchor: at(50, 600), size, viewport, isRightToLeft: false })).toEqual({ left: 50, top: 520 })
})

test('it begins where lines begin, and leaves the window on neither side', () => {
  expect(beside({ anchor: at(500, 100), size, viewport, isRightToLeft: true }).left).toBe(300)
  expect(beside({ anchor: at(50, 100), size, viewport, isRightToLeft: true }).left).toBe(8)
  expect(beside({ anchor: at(950, 100), size, viewport, isRightToLeft: false }).left).toBe(672)
})

test('where its button is scrolled away it stays in sight', () => {
  expect(beside({ anchor: at(50, -400), size, viewport, isRightToLeft: false }).top).toBe(8)
  expect(beside({ anchor: at(50, 4000), size, viewport, isRightToLeft: false }).top).toBe(620)
})

test('it never covers its button, whatever the window is like', () => {
  const length = (max: number) => fc.integer({ min: 1, max })
  fc.assert(
    fc.property(
      length(2000),
      length(2000),
      fc.integer({ min: -3000, max: 3000 }),
      length(300),
      length(300),
      fc.boolean(),
      (width, height, top, tall, high, isRightToLeft) => {
        const anchor = { left: 10, top, width: 100, height: tall }
        const box = { width: 320, height: high }
        const placed = beside({ anchor, size: box, viewport: { width, height }, isRightToLeft })
        const isInSight = top + tall > 0 && top < height
        expect(!isInSight || placed.top >= top + tall || placed.top + high <= top).toBe(true)
      },
    ),
  )
})
