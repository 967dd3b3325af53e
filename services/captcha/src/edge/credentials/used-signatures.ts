import { hash } from 'node:crypto'
import type { Database } from '@bollard/database'
import { createNonceMemory, type NonceMemory, type UsedOnce } from '@bollard/visitor-credentials'

/** Signatures that this process remembers, so that an obvious replay costs no query. */
const remembered = 20_000
/** Clocks of processes differ: what has expired for one may not have for another. */
const keptMs = 3_600_000

/** What a process has seen, at whichever cell. */
export const createSignatureMemory = (): NonceMemory => createNonceMemory(remembered)

export interface SignatureUse {
  /** SHA-256 of what must not be used twice. */
  readonly digest: Buffer
  readonly expiresAt: Date
  readonly now: Date
}

/** Whether this use is the first; resolves after the commit. */
export type RecordUse = (use: SignatureUse) => Promise<boolean>

/** Records uses in one database, where the primary key lets each count once, over all processes and restarts. */
export function createUseRecord(db: Database): RecordUse {
  return async ({ digest, expiresAt, now }) => {
    const rows = await db.query(
      'captcha-signature-use',
      `insert into captcha.used_signatures as u (digest, expires_at) values ($1, $2)
       on conflict (digest) do update set expires_at = excluded.expires_at where u.expires_at <= $3 returning 1`,
      [digest, expiresAt, now],
    )
    return rows.length === 1
  }
}

/**
 * Signatures of bots, of which each counts once. Committed before the bot passes; one whose record failed is used up all the same, since nobody knows
 * whether it was written.
 */
export function createUsedSignatures(
  record: RecordUse,
  memory: Pick<NonceMemory, 'use'> = createSignatureMemory(),
): UsedOnce {
  return {
    async use(name, expires, now) {
      if (!memory.use(name, expires, now)) return false
      return record({
        digest: hash('sha256', name, 'buffer'),
        expiresAt: new Date(expires * 1_000),
        now: new Date(now * 1_000),
      })
    },
  }
}

/** Forgets signatures that have expired; `now` in milliseconds since 1970. */
export async function forgetSignatures(db: Database, now: number): Promise<void> {
  await db.query('captcha-signatures-old', 'delete from captcha.used_signatures where expires_at < $1', [
    new Date(now - keptMs),
  ])
}
