import { afterAll, expect, test } from 'vitest'
import { rowAt } from '../../testing/row-at.ts'
import { startCluster } from '../../testing/start-service.ts'
import { giveFeedback } from './feedback.ts'
import { keepPartitions } from './keep-partitions.ts'
import { recordVerifications } from './record-verifications.ts'
import type { StoredReason } from './stored-reasons.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const dayMs = 86_400_000

const rowWith = (at: number, reasons: readonly StoredReason[]) => rowAt(at, { reasons })

test('when a day leaves the log, of its labelled verifications stays how often which codes came with which label, counted once', async () => {
  const { db, clock } = await cluster.startService()
  const old = clock.now - 2 * 3_600_000
  const rows = [
    rowWith(old, [
      ['webdriver', 5],
      ['no-plugins', 0.5],
    ]),
    rowWith(old + 1, [
      ['no-plugins', 0.3],
      ['webdriver', 5],
    ]),
    rowWith(old + 2, []),
    // Never labelled.
    rowWith(old + 3, [['webdriver', 5]]),
    // Labelled, and still in the log afterwards.
    rowWith(clock.now + 20 * dayMs, [['webdriver', 5]]),
  ]
  await keepPartitions(db, clock.now + 20 * dayMs, { daysAhead: 0, retentionDays: 100 })
  await recordVerifications(db, rows)
  const labels = ['BOT', 'BOT', 'PERSON', null, 'BOT'] as const
  for (const [index, row] of rows.entries()) {
    const label = labels[index]
    if (label)
      await giveFeedback(
        db,
        { siteId: 1, id: row.id, issuedAt: new Date(row.issuedAt) },
        { label, at: new Date(row.finishedAt) },
      )
  }
  const kept = () =>
    db.query<{ codes: string; label: number; n: string }>(
      'test-kept',
      'select codes, label, n from captcha.labelled_evidence order by codes',
    )
  expect(await kept()).toEqual([])

  const later = clock.now + 20 * dayMs
  await Promise.all([0, 1, 2].map(() => keepPartitions(db, later, { daysAhead: 0, retentionDays: 10 })))
  const expected = [
    { codes: '', label: 0, n: '1' },
    { codes: 'no-plugins webdriver', label: 1, n: '2' },
  ]
  expect(await kept()).toEqual(expected)
  await keepPartitions(db, later, { daysAhead: 0, retentionDays: 10 })
  expect(await kept()).toEqual(expected)

  const [left] = await db.query<{ verifications: number; feedback: number }>(
    'test-left',
    'select (select count(*)::int from captcha.verifications) as verifications, (select count(*)::int from captcha.feedback) as feedback',
  )
  expect(left).toEqual({ verifications: 1, feedback: 1 })
})

test('the table that stays holds nothing but codes, label and number', async () => {
  const { db } = await cluster.startService()
  const columns = await db.query<{ name: string }>(
    'test-columns',
    `select column_name::text as name from information_schema.columns where table_schema = 'captcha' and table_name = 'labelled_evidence' order by 1`,
  )
  expect(columns.map(({ name }) => name)).toEqual(['codes', 'label', 'n'])
})
