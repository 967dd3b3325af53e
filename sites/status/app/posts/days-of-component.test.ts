import { expect, test } from 'vitest'
import { rowsOf, runsOf } from './days-of-component.ts'

const well = {
  downSeconds: [-1, -1, 0, 0, 0, 0],
  degradedSeconds: [-1, -1, 0, 0, 0, 0],
  maintenanceSeconds: [-1, -1, 0, 0, 0, 0],
}

test('days that are alike are one run, and each day with trouble stands alone with its figures', () => {
  const component = {
    ...well,
    downSeconds: [-1, -1, 0, 60, 61, 0],
    degradedSeconds: [-1, -1, 5, 9, 0, 0],
    maintenanceSeconds: [-1, -1, 0, 0, 0, 7],
  }
  expect(runsOf(well, 6).map(({ state, at, length }) => [state, at, length])).toEqual([
    ['UNKNOWN', 0, 2],
    ['UP', 2, 4],
  ])
  expect(runsOf(component, 6).map(({ state, at, length, downSeconds }) => [state, at, length, downSeconds])).toEqual([
    ['UNKNOWN', 0, 2, 0],
    ['DEGRADED', 2, 1, 0],
    ['DOWN', 3, 1, 60],
    ['DOWN', 4, 1, 61],
    ['MAINTENANCE', 5, 1, 0],
  ])
})

test('every day stands in exactly one row, also where a run goes over the end of one', () => {
  const days = 365
  const runs = runsOf({ downSeconds: Array(days).fill(0), degradedSeconds: [], maintenanceSeconds: [] }, days)
  const rows = rowsOf(runs, days, 92)
  expect(rows.map((row) => row.map(({ at, length }) => [at, length]))).toEqual([
    [[0, 92]],
    [[0, 92]],
    [[0, 92]],
    [[0, 89]],
  ])
})

test('days that the service left out are not known', () => {
  expect(runsOf({ downSeconds: [], degradedSeconds: [], maintenanceSeconds: [] }, 7)).toMatchObject([
    { state: 'UNKNOWN', length: 7 },
  ])
})
