import { siteSettingsSchema } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { startDatabases } from '../services/captcha/src/testing/start-database.ts'
import { dataMap, mappedTables } from '../sites/website/app/products/gdpr-compliant-captcha/data-map.ts'
import {
  retentionDaysMax,
  retentionDaysMin,
  usualRetentionDays,
} from '../sites/website/app/products/gdpr-compliant-captcha/notice-choice.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())

test('the map of data names each column that is kept of a visitor, once, and no other', async () => {
  const { db } = await databases.create()
  const rows = await db.query<{ column: string }>(
    'columns-of-visitors',
    `select table_name || '.' || column_name as column from information_schema.columns
     where table_schema = 'captcha' and table_name = any($1)`,
    [mappedTables],
  )
  const mapped = dataMap.flatMap(({ columns }) => columns)
  expect(mapped.toSorted()).toEqual(rows.map(({ column }) => column).toSorted())
})

test('the days that the page names are those of the settings', () => {
  const { retentionDays } = siteSettingsSchema.shape
  expect(retentionDays.parse(undefined)).toBe(usualRetentionDays)
  for (const days of [retentionDaysMin, retentionDaysMax]) expect(retentionDays.safeParse(days).success).toBe(true)
  for (const days of [retentionDaysMin - 1, retentionDaysMax + 1])
    expect(retentionDays.safeParse(days).success).toBe(false)
})
