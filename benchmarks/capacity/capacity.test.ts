import { readFileSync } from 'node:fs'
import { languages } from '@bollard/i18n'
import { expect, test } from 'vitest'
import { fillIn } from '../attack-cost/fill-in.ts'
import { capacityOf, microsOf, shapes } from './capacity.ts'
import { assumptions, type Measured, readInputs } from './inputs.ts'
import { tables } from './tables.ts'

const measured: Measured = {
  issue: 20,
  verify: 30,
  recorded: 25,
  redeemed: 35,
  fact: 20,
  perSecond: 10_000,
  megabytesPerMillion: 500,
  archivedBytesPerRow: 50,
  archiveMicros: 0.8,
  cells: 2,
  flat: [8, 8],
  days: {
    service: '2026-11-01',
    rollups: '2026-11-01',
    storage: '2026-11-01',
    archive: '2026-11-01',
    cells: '2026-11-01',
    soak: '2026-11-01',
  },
}

test('CPU of a verification is that of its parts, and cores are divided by it', () => {
  expect(microsOf(measured)).toEqual({ processes: 20 + 30 + assumptions.redeemMicros + 0.8, database: 100 })
  const [one, three, thirty] = shapes.map((shape) => capacityOf(shape, measured))
  expect(one).toMatchObject({ perSecond: 4e6 / 200, limit: 'cores' })
  // One database has 4 cores that are planned with, the two others have 8.
  expect(three).toMatchObject({ perSecond: 4e6 / 100, limit: 'database' })
  expect(thirty?.perSecond).toBeCloseTo(10 * (three?.perSecond ?? 0))
  expect(capacityOf({ machines: 3, databases: 2 }, measured)).toMatchObject({
    perSecond: 4e6 / 100,
    limit: 'processes',
  })
})

test('disk and cost follow from the average load', () => {
  const { millionsPerMonth, logGigabytes, archiveGigabytes, euroPerMonth, euroPerMillion } = capacityOf(
    { machines: 1, databases: 1 },
    measured,
  )
  expect(millionsPerMonth).toBeCloseTo((20_000 * 0.3 * 86_400 * 365.25) / 12 / 1e6)
  expect(logGigabytes).toBeCloseTo(20_000 * 0.3 * 0.0864 * 30 * 0.5)
  expect(archiveGigabytes).toBeCloseTo(20_000 * 0.3 * 0.0864 * 365 * 0.05)
  expect(euroPerMonth).toBeCloseTo(60 + logGigabytes * 0.05 + archiveGigabytes * 0.02)
  expect(euroPerMillion).toBeCloseTo(euroPerMonth / millionsPerMonth)
})

test.each(languages)('the page in %s says what the stored results give', (language) => {
  const page = readFileSync(new URL(`../../content/${language}/docs/operate/capacity.mdx`, import.meta.url), 'utf8')
  for (const [name, table] of Object.entries(tables(readInputs(), language)))
    expect(fillIn(page, name, table)).toBe(page)
})

test('every figure says whether it was measured, computed or assumed', () => {
  const { measured: told, assumed } = tables(measured, 'en')
  const rows = (table: string) => table.split('\n').slice(2)
  expect(rows(told)).toHaveLength(13)
  for (const row of rows(told))
    expect(row).toMatch(/\| measured \| `benchmarks\/results\/\w+\.json`, 2026-11-01 \||\| arithmetic \|/u)
  expect(rows(assumed)).toHaveLength(9)
  for (const row of rows(assumed)) expect(row).toMatch(/\| assumption, 20\d\d-\d\d \|$/u)
})
