import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const schema = z.array(
  z.object({
    kind: z.enum(['BACKUP', 'RESTORE_TEST']),
    startedAt: z.iso.datetime().transform((text) => new Date(text)),
    endedAt: z.iso.datetime().transform((text) => new Date(text)),
    ok: z.boolean(),
    /** What the run says of itself, such as the backup's id, or why it failed. Never a secret. */
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
)
/** A backup or a restore test that has ended. The schedule and the metrics go by these, and need no database for it. */
export type BackupRecord = z.infer<typeof schema>[number]

const kept = 200

/** All runs that the data folder knows of, the oldest first. */
export function readRecords(dataDirectory: string): BackupRecord[] {
  try {
    return schema.parse(JSON.parse(readFileSync(fileIn(dataDirectory), 'utf8')))
  } catch {
    // There is none yet; and one that can't be read must not keep the next backup from being taken.
    return []
  }
}

/** Adds a run. Called under the lock of backups, so no two write at once. */
export function keepRecord(dataDirectory: string, record: BackupRecord): void {
  const file = fileIn(dataDirectory)
  const records = [...readRecords(dataDirectory), record].slice(-kept)
  writeFileSync(`${file}.new`, `${JSON.stringify(records, null, 1)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** The newest backup of which a restore test passed; null without one. */
export function provenBackup(records: readonly BackupRecord[]): string | null {
  const proven = records.findLast(({ kind, ok }) => kind === 'RESTORE_TEST' && ok)
  return typeof proven?.detail['backup'] === 'string' ? proven.detail['backup'] : null
}

function fileIn(dataDirectory: string): string {
  return join(dataDirectory, 'backups.json')
}
