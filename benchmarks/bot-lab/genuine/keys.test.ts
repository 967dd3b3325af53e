import { describe, expect, it } from 'vitest'
import { keyOf } from './keys.ts'

describe('keyOf', () => {
  it('holds Shift for capitals and for symbols of the upper row', () => {
    expect(keyOf('B')).toEqual({ key: 'b', shift: true })
    expect(keyOf('b')).toEqual({ key: 'b', shift: false })
    expect(keyOf('@')).toEqual({ key: '2', shift: true })
    expect(keyOf('7')).toEqual({ key: '7', shift: false })
  })

  it('refuses what it cannot type', () => {
    expect(() => keyOf('€')).toThrow('No key')
    expect(() => keyOf('')).toThrow('No key')
  })
})
