import { describe, expect, it } from 'vitest'
import { createRandom } from '../variation.ts'
import { placeWithin, pointerPath } from './pointer-path.ts'

describe('pointerPath', () => {
  const path = pointerPath({ x: 100, y: 100 }, { x: 700, y: 420 }, 30, createRandom('path'))

  it('ends where it is meant to', () => {
    expect(path.at(-1)).toMatchObject({ x: 700, y: 420 })
  })

  it('takes the time of a hand and reports about 125 times a second', () => {
    const end = path.at(-1)?.at ?? 0
    expect(end).toBeGreaterThan(400)
    expect(end).toBeLessThan(1500)
    expect(path.length / end).toBeGreaterThan(0.1)
    expect(path.length / end).toBeLessThan(0.14)
  })

  it('starts and ends slowly and is fastest about the middle', () => {
    const steps = path
      .slice(1)
      .map((point, index) => Math.hypot(point.x - (path[index]?.x ?? 0), point.y - (path[index]?.y ?? 0)))
    const fastest = steps.indexOf(Math.max(...steps)) / steps.length
    expect(fastest).toBeGreaterThan(0.3)
    expect(fastest).toBeLessThan(0.7)
    expect(steps[0] ?? 9).toBeLessThan(3)
  })

  it('is not the same line twice', () => {
    const random = createRandom('twice')
    const [first, second] = [0, 1].map(() => pointerPath({ x: 0, y: 0 }, { x: 300, y: 0 }, 30, random))
    expect(first).not.toEqual(second)
  })

  it('does not move to where it is', () => {
    expect(pointerPath({ x: 5, y: 5 }, { x: 5, y: 5 }, 30, createRandom('still'))).toEqual([])
  })
})

describe('placeWithin', () => {
  it('stays inside the box and off its centre', () => {
    const random = createRandom('places')
    const places = Array.from({ length: 500 }, () => placeWithin({ x: 10, y: 20, width: 80, height: 40 }, random))
    for (const { x, y } of places) {
      expect(x).toBeGreaterThan(10)
      expect(x).toBeLessThan(90)
      expect(y).toBeGreaterThan(20)
      expect(y).toBeLessThan(60)
    }
    expect(places.filter(({ x, y }) => Math.hypot(x - 50, y - 40) <= 1).length).toBeLessThan(25)
  })
})
