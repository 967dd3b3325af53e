import { expect, test } from 'vitest'
import { type AttackFigures, exponentOf, workPrice } from './work-price.ts'

const figures: AttackFigures = {
  unit: 2 ** 20,
  levels: { least: 2 ** 18, ordinary: 2 ** 21, suspicious: 2 ** 24, stepUp: 2 ** 26, most: 2 ** 28 },
  sha256: { visitorSeconds: 0.05, cpuPer1000: 0.002, gpuPer1000: 0.001 },
  equix: { visitorSeconds: 0.08, cpuPer1000: 0.003, gpuPer1000: 0.01 },
}

test('twice the work costs visitor and attacker twice as much, by the cheapest way', () => {
  expect(workPrice(figures, 2 ** 21)).toEqual({ visitorSeconds: 0.1, sha256Cents: 0.2, equixCents: 0.6 })
  expect(workPrice({ ...figures, equix: null }, 2 ** 21).equixCents).toBeNull()
})

test('an address that names no work within the bounds shows the ordinary one', () => {
  expect(['24', '18', '99', '2.5', 'x', null].map(exponentOf)).toEqual([24, 18, 21, 21, 21, 21])
})
