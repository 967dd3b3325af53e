import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'

/** Why the token of a mail is not taken: `token-expired` while we still know it, else `token-invalid`. */
export async function refuseToken(db: Queries, kind: 'CHANGE' | 'UNDO', tokenHash: string): Promise<ProblemError> {
  const known =
    kind === 'CHANGE'
      ? await db.query(
          'identity-email-change-known',
          'select 1 as one from identity.email_changes where token_hash = $1',
          [tokenHash],
        )
      : await db.query('identity-email-undo-known', 'select 1 as one from identity.email_undos where token_hash = $1', [
          tokenHash,
        ])
  if (known.length > 0) return new ProblemError('token-expired', 'The link is too old.')
  return new ProblemError('token-invalid', 'The link was used already, was replaced by a newer one, or is incomplete.')
}
