import { expect, test } from 'vitest'
import { poolsOf } from './open-databases.ts'

const sum = (pools: Readonly<Record<string, number>>) => Object.values(pools).reduce((all, one) => all + one, 0)

test('all pools of a process together have what is set, and every one enough to listen and to work', () => {
  for (const ROLE of ['all', 'api', 'worker'] as const)
    for (let DATABASE_POOL = 10; DATABASE_POOL <= 200; DATABASE_POOL += 1) {
      const pools = poolsOf({ ROLE, DATABASE_POOL })
      expect(sum(pools)).toBe(DATABASE_POOL)
      for (const [name, most] of Object.entries(pools)) expect(most, `${ROLE} ${name}`).toBeGreaterThanOrEqual(2)
    }
})

test('without the setting each role has what its work needs', () => {
  const of = (ROLE: 'all' | 'api' | 'worker') => poolsOf({ ROLE, DATABASE_POOL: undefined })
  expect(of('all')).toEqual({ api: 10, edge: 10, worker: 6 })
  expect(of('api')).toEqual({ api: 12, edge: 6, worker: 4 })
  expect(of('worker')).toEqual({ api: 4, edge: 3, worker: 11 })
})
