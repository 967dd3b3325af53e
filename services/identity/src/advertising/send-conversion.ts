import { recordEvent } from '@bollard/audit'
import type { Conversion } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { AdvertisingProvider, IdentityContext, Upload, UploadOutcome } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { conversionColumns, toConversion } from './conversion-row.ts'
import { lockSql, type ConversionPath } from './reject-conversion.ts'

/** The parameters of the call, whose names the specification gives. */
export interface AdvertisingSend {
  readonly conversionActionId: string
  readonly occurredAt: string
  readonly value: { readonly amountMinor: number; readonly currency: string }
  readonly orderId: string
  readonly consent: { readonly adUserData: boolean; readonly adPersonalization: boolean; readonly at: string }
  readonly comment?: string | undefined
}

const retryHours = 24
const attemptsMax = 5

/** Sends a conversion now; for administrators. Two who send it at the same moment send it once. */
export async function sendConversion(
  context: IdentityContext,
  actor: Actor,
  { advertisingTokenId, conversionId, ...send }: AdvertisingSend & ConversionPath,
  call: Call,
): Promise<Conversion> {
  const provider = context.advertising
  if (provider === null)
    throw new ProblemError(
      'not-configured',
      'No advertising network is set up. Export the conversions as a file instead.',
    )
  if (send.orderId !== conversionId)
    throw fieldProblem('/orderId', 'The order id has to be that of the conversion, or it would count twice.')
  if (!send.consent.adUserData) throw fieldProblem('/consent/adUserData', 'Without consent nothing is sent.')
  const upload = await context.db.transaction(async (tx) => {
    const [before] = await tx.query('identity-conversion-lock', lockSql, [conversionId, advertisingTokenId])
    if (!before) throw new ProblemError('not-found')
    if (!['ELIGIBLE', 'FAILED_RETRY'].includes(before.state))
      throw new ProblemError('conversion-state', `A conversion that is ${before.state} cannot be sent.`)
    if (before.exportId !== null)
      throw new ProblemError(
        'conversion-state',
        'The conversion is in a file that may have been uploaded: discard it there first.',
      )
    const claimed = await claim(tx, conversionId, send, context.now())
    await recordEvent(tx, actor, call, context.now(), {
      scope: 'SYSTEM',
      scopeId: 'advertising',
      action: 'conversion.sent',
      target: { kind: 'conversion', id: conversionId },
      before: { state: before.state },
      after: { conversionActionId: send.conversionActionId, value: send.value },
      asOperator: true,
    })
    return claimed
  })
  return deliver(context.db, provider, conversionId, upload, context.now)
}

/** Tries again what may be taken later, and what a process that ended left under way. Run it about every ten minutes, anywhere. */
export async function sendDueConversions(db: Queries, provider: AdvertisingProvider, now: () => Date): Promise<number> {
  const due = await db.query('identity-conversions-due', dueSql, [now()])
  for (const { id, upload, gclid } of due) await deliver(db, provider, id, toUpload(upload, gclid), now)
  return due.length
}

async function claim(tx: Queries, conversionId: string, send: AdvertisingSend, at: Date): Promise<Upload> {
  const [row] = await tx.query('identity-conversion-claim', claimSql, [conversionId, JSON.stringify(send), at])
  if (!row?.gclid) throw new ProblemError('conversion-state', 'The click is too old to be sent.')
  return toUpload(send, row.gclid)
}

async function deliver(
  db: Queries,
  provider: AdvertisingProvider,
  conversionId: string,
  upload: Upload,
  now: () => Date,
): Promise<Conversion> {
  const outcome = await provider.upload(upload)
  const { state, reason, retry } = after(outcome)
  const at = now()
  const nextAttemptAt = retry ? new Date(at.getTime() + retryHours * 3_600_000) : null
  const [row] = await db.query('identity-conversion-settle', settleSql, [
    conversionId,
    state,
    reason,
    nextAttemptAt,
    at,
    attemptsMax,
  ])
  if (!row) throw new ProblemError('not-found')
  return toConversion(row)
}

function after(outcome: UploadOutcome): { state: Conversion['state']; reason: string | null; retry: boolean } {
  if (!('code' in outcome)) return { state: outcome.kind, reason: null, retry: false }
  return {
    state: outcome.kind === 'RETRY' ? 'FAILED_RETRY' : 'FAILED_FINAL',
    reason: outcome.code,
    retry: outcome.kind === 'RETRY',
  }
}

function toUpload(send: AdvertisingSend, gclid: string): Upload {
  const { conversionActionId, value, orderId, consent } = send
  return { gclid, conversionActionId, occurredAt: new Date(send.occurredAt), value, orderId, consent }
}

function fieldProblem(pointer: string, detail: string): ProblemError {
  return new ProblemError('validation-failed', detail, { errors: [{ pointer, code: 'invalid-value' }] })
}

const claimSql = `update identity.conversions c set state = 'SENDING', sending_since = $3, attempts = attempts + 1, last_upload = $2::jsonb, next_attempt_at = null
  from identity.advertising_tokens t where c.id = $1 and t.id = c.token_id returning t.gclid`

const settleSql = `update identity.conversions c set
    state = case when $2 = 'FAILED_RETRY' and c.attempts >= $6 then 'FAILED_FINAL' else $2 end, reason = $3,
    next_attempt_at = case when c.attempts >= $6 then null else $4::timestamptz end, sending_since = null,
    sent_at = case when $2 in ('SENT', 'CONFIRMED') then $5::timestamptz else c.sent_at end
  where c.id = $1 returning ${conversionColumns}`

/** Claims what is due in the same statement, so that two processes never take the same. */
const dueSql = `update identity.conversions c set state = 'SENDING', sending_since = $1, attempts = c.attempts + 1, next_attempt_at = null
  from identity.advertising_tokens t
  where t.id = c.token_id and t.gclid is not null and c.last_upload is not null and c.id in (
    select id from identity.conversions
    where (state = 'FAILED_RETRY' and export_id is null and next_attempt_at <= $1) or (state = 'SENDING' and sending_since <= $1::timestamptz - interval '10 minutes')
    order by id limit 50 for update skip locked)
  returning c.id, c.last_upload as upload, t.gclid`
