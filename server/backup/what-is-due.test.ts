import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareCounts } from './compare-facts.ts'
import { type BackupRecord, keepRecord, provenBackup, readRecords } from './keep-record.ts'
import { archiveLag } from './measure-backups.ts'
import { whatIsDue } from './what-is-due.ts'

const at = (text: string) => new Date(`2026-03-${text}Z`)
const record = (
  kind: BackupRecord['kind'],
  from: string,
  ok = true,
  detail: BackupRecord['detail'] = {},
): BackupRecord => ({
  kind,
  startedAt: at(from),
  endedAt: new Date(at(from).getTime() + 60_000),
  ok,
  detail,
})

test('a backup is due once a day, then its restore test, and after a failure an hour passes', () => {
  const due = (now: string, ...records: BackupRecord[]) => whatIsDue(records, '03:00', at(now))
  const [backup, tested] = [record('BACKUP', '14T03:00'), record('RESTORE_TEST', '14T03:05')]
  expect(due('14T12:00')).toBe('backup')
  expect(due('14T03:04', backup)).toBe('test-restore')
  expect(due('14T03:10', backup, tested)).toBe(null)
  expect(due('15T02:59', backup, tested)).toBe(null)
  expect(due('15T03:00', backup, tested)).toBe('backup')
  // A machine that was off at three.
  expect(due('17T11:00', backup, tested)).toBe('backup')
  const failed = record('BACKUP', '15T03:00', false)
  expect(due('15T03:59', backup, tested, failed)).toBe(null)
  expect(due('15T04:02', backup, tested, failed)).toBe('backup')
  const failedTest = record('RESTORE_TEST', '14T03:05', false)
  expect(due('14T03:30', backup, failedTest)).toBe(null)
  expect(due('14T04:30', backup, failedTest)).toBe('test-restore')
  // A backup by hand counts, and is tested too.
  expect(due('14T10:00', backup, tested, record('BACKUP', '14T09:00'))).toBe('test-restore')
})

test('runs are written down, survive a damaged file, and the last proven backup is known', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bollard-records-'))
  try {
    expect(readRecords(folder)).toEqual([])
    const records = [
      record('RESTORE_TEST', '13T03:05', true, { backup: 'good' }),
      record('RESTORE_TEST', '14T03:05', false, { backup: 'bad', reason: 'x' }),
    ]
    for (const one of records) keepRecord(folder, one)
    expect(readRecords(folder)).toEqual(records)
    expect([provenBackup(records), provenBackup([])]).toEqual(['good', null])
    writeFileSync(join(folder, 'backups.json'), '[{"kind":')
    expect(readRecords(folder)).toEqual([])
    keepRecord(folder, record('BACKUP', '14T03:00'))
    expect(readRecords(folder)).toHaveLength(1)
    expect(archiveLag(folder, Date.now())).toBe(0)
    writeFileSync(join(folder, '000000010000000000000002.ready'), '')
    writeFileSync(join(folder, '000000010000000000000001.done'), '')
    utimesSync(join(folder, '000000010000000000000002.ready'), 1_000, 1_000)
    expect(archiveLag(folder, 1_090_000)).toBe(90)
    expect(archiveLag(join(folder, 'missing'), 1_090_000)).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a restored database with less, more or nothing is told apart from what was backed up', () => {
  const facts = (entries: number, users: number, n: string) => ({
    counts: { 'audit.entries': entries, 'identity.users': users },
    rollups: { n },
    heads: [],
  })
  const told = { before: facts(10, 4, '100'), after: facts(12, 4, '101') }
  const atPoint = (entries: number, users: number, n: string) =>
    compareCounts(told, facts(entries, users, n), 'at-point')
  expect([...atPoint(10, 4, '100'), ...atPoint(12, 4, '101')]).toEqual([])
  expect(atPoint(9, 5, '99')).toEqual([
    'Rows of audit.entries: 9, and the backup had 10 to 12.',
    'Rows of identity.users: 5, and the backup had 4.',
    'Roll-ups, n: 99, and the backup had 100 to 101.',
  ])
  expect(atPoint(13, 3, '102')).toHaveLength(3)
  const later = (entries: number, users: number, n: string) => compareCounts(told, facts(entries, users, n), 'later')
  expect(later(500, 2, '90')).toEqual([])
  expect(later(9, 0, '0')).toEqual([
    'Rows of audit.entries: 9, and the backup had 10 already.',
    'Rows of identity.users: nothing, and the backup had 4.',
    'Roll-ups, n: nothing, and the backup had 100.',
  ])
})
