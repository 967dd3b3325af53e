import type { Queries } from '@bollard/database'
import { issuedAtOf } from '../verification-id.ts'

/** Whether a verification of any site is in the log. */
export async function isRecorded(db: Queries, verificationId: string): Promise<boolean> {
  const issuedAt = issuedAtOf(verificationId)
  if (Number.isNaN(issuedAt)) return false
  const rows = await db.query('captcha-is-recorded', 'select 1 as yes from captcha.verifications where id = $1 and issued_at = $2 limit 1', [
    verificationId,
    new Date(issuedAt),
  ])
  return rows.length > 0
}
