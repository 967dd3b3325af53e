import { describe, expect, it } from 'vitest'
import { chromeUserAgent, createRandom, drawVariation, majorVersion, shuffle } from './variation.ts'

describe('variation', () => {
  it('repeats with its seed and differs with another', () => {
    const series = (seed: string) => Array.from({ length: 5 }, createRandom(seed))
    expect(series('1')).toEqual(series('1'))
    expect(series('1')).not.toEqual(series('2'))
  })

  it('draws numbers evenly over [0, 1)', () => {
    const random = createRandom('even')
    const drawn = Array.from({ length: 10_000 }, random)
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...drawn)).toBeLessThan(1)
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => drawn.filter((value) => Math.floor(value * 10) === tenth).length,
    )
    expect(Math.min(...tenths)).toBeGreaterThan(850)
    expect(Math.max(...tenths)).toBeLessThan(1150)
  })

  it('shuffles without losing or doubling anybody', () => {
    const items = Array.from({ length: 30 }, (_, index) => index)
    const shuffled = shuffle(items, createRandom('order'))
    expect(shuffled).not.toEqual(items)
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(items)
  })

  it('keeps within what a visitor may be given', () => {
    for (let seed = 0; seed < 200; seed++) {
      const { pace, viewport, userAgent } = drawVariation(String(seed), 'somebody', 156)
      expect(pace).toBeGreaterThanOrEqual(0.5)
      expect(pace).toBeLessThanOrEqual(2)
      expect(viewport.width).toBeLessThanOrEqual(1920)
      expect(viewport.height).toBeLessThanOrEqual(1000)
      expect(userAgent).toContain('Chrome/156.0.0.0')
    }
  })

  it('gives two visitors of one run different draws', () => {
    expect(drawVariation('1', 'a', null).pace).not.toBe(drawVariation('1', 'b', null).pace)
    expect(drawVariation('1', 'a', null).userAgent).toBeNull()
  })

  it('reads the version that the browser prints', () => {
    expect(majorVersion('Chromium 156.0.8078.79 built on Debian GNU/Linux 12')).toBe(156)
    expect(majorVersion('Google Chrome 155.0.1.2')).toBe(155)
    expect(majorVersion('command not found')).toBeNull()
    expect(chromeUserAgent('X11; Linux x86_64', 156)).toBe(
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    )
  })
})
