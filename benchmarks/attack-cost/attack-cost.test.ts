import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hashesPerEquixSolution } from '@bollard/proof-of-work/server'
import { defaultWork } from '../../packages/bot-score/src/work.ts'
import { hashesAtIssue } from '../../services/captcha/src/edge/sites/difficulty.ts'
import { assumptions } from './assumptions.ts'
import { readNewest } from '../by-processor.ts'
import { cheapestPerVisitorSecond, costOf } from './cost.ts'
import { attackFigures } from './figures.ts'
import { fillIn } from './fill-in.ts'
import { readMeasured } from './read-measured.ts'
import { tables } from './tables.ts'
import { equixWork, levels, sha256Work } from './work-of.ts'

const solver = {
  results: [
    { name: 'peer', median: 1 },
    { name: 'Bollard, WebAssembly with SIMD', median: 12 },
  ],
}
const equix = { chromium: { nonceMs: { total: 10 } }, solutionsPerNonce: 2, verifyMicros: 50 }
const measured = readMeasured(solver, equix)

describe('costOf', () => {
  it('is attempts ÷ rate ÷ 3600 × price × 1000', () => {
    const cost = costOf({
      attempts: 7200,
      browserPerSecond: 3600,
      cpuThread: { perSecond: 7200, pricePerHour: 3.6 },
      gpu: { perSecond: 72_000, pricePerHour: 72 },
    })
    expect(cost).toEqual({
      visitorSeconds: 2,
      cpuPer1000: expect.closeTo(1),
      gpuPer1000: expect.closeTo(2),
      cpuThreadSolves: 1,
      gpuSolves: 10,
    })
  })

  it('calls the cheaper of both the cheapest, for a second of the visitor', () => {
    const cost = { visitorSeconds: 2, cpuPer1000: 6, gpuPer1000: 4, cpuThreadSolves: 1, gpuSolves: 1 }
    expect(cheapestPerVisitorSecond(cost)).toBe(2)
    expect(cheapestPerVisitorSecond({ ...cost, cpuPer1000: 1 })).toBe(0.5)
  })
})

describe('the work', () => {
  it('is what the service asks for', () => {
    expect([levels.ordinary, levels.suspicious, levels.stepUp]).toEqual([
      defaultWork.min,
      defaultWork.max,
      defaultWork.stepUpMax,
    ])
    expect(defaultWork.stepUpMin).toBe(levels.suspicious)
    expect([hashesAtIssue(defaultWork.min, -99.9), hashesAtIssue(defaultWork.stepUpMax, 1e6)]).toEqual([
      levels.least,
      levels.most,
    ])
  })

  it('takes a visitor as long as was measured, whichever kind it is', () => {
    expect(costOf(sha256Work(2 ** 24, measured)).visitorSeconds).toBeCloseTo(2 ** 24 / 12e6)
    const work = equixWork(2 ** 24, measured)
    expect(work && costOf(work).visitorSeconds).toBeCloseTo((2 ** 24 / hashesPerEquixSolution / 2) * 0.01)
  })

  it('costs an attacker with the assumed processors a share of that time', () => {
    const { cpuPer1000, visitorSeconds } = costOf(sha256Work(2 ** 24, measured))
    expect(cpuPer1000).toBeCloseTo(
      ((visitorSeconds * 12e6) / assumptions.cpuHashesPerSecond.value / 3600) * assumptions.cpuThreadPrice.value * 1000,
    )
    const work = equixWork(2 ** 24, measured)
    expect(work && work.cpuThread.perSecond / work.browserPerSecond).toBe(assumptions.nativeSpeedup.value)
  })
})

describe('readMeasured', () => {
  it('leaves out what was not measured, and refuses a shape that nobody writes', () => {
    expect(readMeasured(solver, undefined)).toEqual({ hashesPerSecond: 12e6 })
    expect(() => readMeasured(solver, { chromium: {} })).toThrow()
    expect(() => readMeasured({ results: [{ name: 'peer', median: 1 }] }, equix)).toThrow('no result of ours')
  })
})

describe('tables', () => {
  it('writes figures as each language does', () => {
    expect(tables(measured, 'en').sha256).toMatch(/\| ordinary visitor \| 0\.17 s \|/u)
    expect(tables(measured, 'de').sha256).toMatch(/\| gewöhnlicher Besucher \| 0,17 s \|/u)
  })

  it('leaves a mark where a benchmark is missing', () => {
    const without = tables(readMeasured(solver, undefined), 'en')
    expect(without.equix).toContain('{/* figure: benchmarks/results/equix.json */}')
    expect(without.compared).toContain('{/* figure: benchmarks/results/equix.json */}')
    expect(tables(measured, 'en').equix).not.toContain('figure:')
  })

  it('has every assumption with its source and date', () => {
    const lines = tables(measured, 'en').assumptions.split('\n').slice(2)
    expect(lines).toHaveLength(7)
    for (const line of lines) expect(line).toMatch(/\| 20\d\d(-\d\d)? \| \S/u)
  })
})

describe('the figures of the website', () => {
  it('are of 2²⁰ hashes, and grow with the work', () => {
    const { unit, sha256 } = attackFigures(measured)
    expect(sha256.cpuPer1000 * (levels.stepUp / unit)).toBeCloseTo(
      costOf(sha256Work(levels.stepUp, measured)).cpuPer1000,
    )
    expect(attackFigures(readMeasured(solver, undefined)).equix).toBeNull()
  })

  it('are those of the stored results', () => {
    const stored = (name: string) =>
      JSON.parse(readFileSync(new URL(`../results/${name}.json`, import.meta.url), 'utf8'))
    expect(stored('attack-cost')).toEqual(attackFigures(readMeasured(readNewest('solver'), stored('equix'))))
  })
})

describe('fillIn', () => {
  const document = 'a\n<!-- sha256: written by x -->\nold\n<!-- /sha256 -->\nb'

  it('replaces what lies between the marks, and nothing else', () => {
    expect(fillIn(document, 'sha256', '$1 new')).toBe(
      'a\n<!-- sha256: written by x -->\n\n$1 new\n\n<!-- /sha256 -->\nb',
    )
  })

  it('refuses a document without the place, or with two', () => {
    expect(() => fillIn(document, 'equix', 'x')).toThrow('0 places')
    expect(() => fillIn(document + document, 'sha256', 'x')).toThrow('2 places')
  })
})
