import { textOf } from '@bollard/site-kit'
import { digitsOf } from '../forms/digits-of.ts'
import { passkeyAnswerOf, type PasskeyAnswerDto } from '../passkey/passkey-answer.server.ts'

export type ProofDto =
  | { kind: 'PASSWORD'; password: string }
  | { kind: 'TOTP'; code: string }
  | ({ kind: 'PASSKEY' } & PasskeyAnswerDto)

/** Names of the fields of a proof; all others belong to what is repeated after it. */
export const proofFields: ReadonlySet<string> = new Set(['proof', 'proofPassword', 'proofCode', 'passkey'])

/** The proof that a form carries, or null when it carries none. */
export function proofOf(form: FormData): ProofDto | null {
  const kind = form.get('proof')
  if (kind === 'PASSWORD') return { kind, password: textOf(form, 'proofPassword') }
  if (kind === 'TOTP') return { kind, code: digitsOf(form, 'proofCode') }
  const passkey = kind === 'PASSKEY' ? passkeyAnswerOf(form) : null
  return passkey && { kind: 'PASSKEY', ...passkey }
}
