import type { Actor } from '@bollard/access'
import { type CreditNoteInput, dayMs } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { fourEyesAboveMinor } from '../policy.ts'
import type { IssuedInvoice } from './invoice-row.ts'

/** How long a second administrator may agree. */
const daysToAgree = 7
interface Asked {
  readonly actor: Pick<Actor, 'userId'>
  readonly input: CreditNoteInput
  readonly at: Date
}

/**
 * Throws `four-eyes` where by this credit note and those before it more than 1 000 € that were paid go back, unless another
 * administrator has asked for the very same one.
 */
export async function assertSecondAdmin(
  tx: Queries,
  original: IssuedInvoice,
  grossMinor: number,
  { actor, input, at }: Asked,
): Promise<void> {
  const { id, creditedMinor } = original
  const [row] = await tx.query('billing-second-paid', paidSql, [id])
  const credited = creditedMinor + grossMinor
  const back = Math.min(credited, (row?.paid ?? 0) - (original.grossMinor - credited))
  if (back <= fourEyesAboveMinor) return
  const since = new Date(at.getTime() - daysToAgree * dayMs)
  const agreed = await tx.query('billing-second-agreed', agreedSql, [id, actor.userId, asText(input), since])
  if (agreed.length === 0)
    throw new ProblemError(
      'four-eyes',
      'Crediting more than 1 000 € that were paid takes a second administrator who requests the same credit note.',
    )
  await tx.query('billing-second-done', 'delete from billing.credit_note_requests where invoice_id = $1', [id])
}

/** Remembers the first request in a transaction of its own, since the refused one was rolled back. */
export async function rememberRequest(tx: Queries, invoiceId: string, { actor, input, at }: Asked): Promise<void> {
  await tx.query('billing-second-ask', askSql, [invoiceId, actor.userId, asText(input), at])
}

function asText({ reason, reissue, lines = [] }: CreditNoteInput): string {
  return JSON.stringify({ reason, reissue, lines })
}

/** All that was ever paid, also what was refunded since, so that many small credit notes count as one large one. */
const paidSql = `select coalesce(sum(amount_minor), 0)::float8 as paid from billing.payments where invoice_id = $1 and status in ('SUCCEEDED', 'REFUNDED')`
const agreedSql =
  'select 1 as one from billing.credit_note_requests where invoice_id = $1 and asked_by <> $2 and input = $3::jsonb and asked_at > $4 limit 1'
const askSql = `insert into billing.credit_note_requests values ($1, $2, $3, $4)
  on conflict (invoice_id, asked_by) do update set input = excluded.input, asked_at = excluded.asked_at`
