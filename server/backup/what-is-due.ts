import type { BackupRecord } from './keep-record.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** After a failure. */
const retryMs = hourMs

/**
 * What the schedule does now. A backup is due once a day at `at` (hours and minutes, UTC), and at once where there is none since
 * the last such moment; then its restore test is. What failed is tried again after an hour.
 */
export function whatIsDue(records: readonly BackupRecord[], at: string, now: Date): 'backup' | 'test-restore' | null {
  const last = (kind: BackupRecord['kind'], ok?: boolean) =>
    records.findLast((record) => record.kind === kind && (ok === undefined || record.ok === ok))
  const rests = (kind: BackupRecord['kind']) => {
    const latest = last(kind)
    return latest !== undefined && !latest.ok && now.getTime() - latest.endedAt.getTime() < retryMs
  }
  const backup = last('BACKUP', true)
  if (backup === undefined || backup.startedAt < lastTurn(at, now)) return rests('BACKUP') ? null : 'backup'
  const test = last('RESTORE_TEST', true)
  if (test === undefined || test.startedAt < backup.endedAt) return rests('RESTORE_TEST') ? null : 'test-restore'
  return null
}

/** The latest moment of that time of day that isn't in the future. */
function lastTurn(at: string, now: Date): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hours, minutes)
  return new Date(today <= now.getTime() ? today : today - dayMs)
}
