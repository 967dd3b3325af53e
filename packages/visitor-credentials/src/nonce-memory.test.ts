import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNonceMemory } from './nonce-memory.ts'

describe('createNonceMemory', () => {
  it('takes a name once until it expires', () => {
    const memory = createNonceMemory(2)
    expect(memory.use('a', 10, 0)).toBe(true)
    expect(memory.use('a', 10, 9)).toBe(false)
    expect(memory.use('b', 10, 9)).toBe(true)
    expect(memory.use('a', 20, 10)).toBe(true)
    expect(memory.use('a', 20, 10)).toBe(false)
  })

  it('makes room first by what has expired, then by what is oldest', () => {
    const memory = createNonceMemory(3)
    memory.use('early', 5, 0)
    memory.use('a', 100, 1)
    memory.use('b', 100, 2)
    memory.use('c', 100, 6)
    expect(memory.use('a', 100, 7)).toBe(false)
    memory.use('d', 100, 8)
    expect(memory.use('b', 100, 9)).toBe(false)
    expect(memory.use('a', 100, 9)).toBe(true)
  })

  it('never holds more than it may', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.nat(20))),
        (capacity, uses) => {
          const memory = createNonceMemory(capacity)
          uses.forEach(([name, expires], now) => {
            memory.use(name, expires, now)
            expect(memory.size()).toBeLessThanOrEqual(capacity)
          })
        },
      ),
    )
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses the capacity %d', (capacity) => {
    expect(() => createNonceMemory(capacity)).toThrow(RangeError)
  })
})
