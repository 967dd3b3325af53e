import type { ChannelTarget, NotificationError, ShownChannelTarget } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { Language } from '@bollard/i18n'
import { type PublicAnswer, type PublicRequest, requestPublic } from '@bollard/webhooks'
import type { Outcome, RequestKind, Secrets, SendContext, Verdict } from './channel-kind.ts'
import { sendMails } from './email.ts'
import type { Message } from './message.ts'
import { pagerduty } from './pagerduty.ts'
import { fallbacksOf, presets } from './presets.ts'
import { fillTemplate } from './request-template.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'
import { telegram } from './telegram.ts'
import { webhook } from './webhook.ts'

/** A channel as it is used: with its secrets. */
export interface OpenChannel {
  readonly solutionId: string
  readonly language: Language
  readonly target: ShownChannelTarget
  readonly secrets: Secrets
}

const answerMax = 500
const fields: { readonly [K in 'SLACK' | 'TEAMS' | 'TELEGRAM' | 'PAGERDUTY' | 'WEBHOOK']: RequestKind<K> } = {
  SLACK: slack,
  TEAMS: teams,
  TELEGRAM: telegram,
  PAGERDUTY: pagerduty,
  WEBHOOK: webhook,
}

/** Kinds and presets that are told when somebody takes care of an alert. */
export const acknowledgedKinds: readonly string[] = [
  'PAGERDUTY',
  ...Object.entries(presets).flatMap(([name, { acknowledged }]) => (acknowledged === undefined ? [] : [name])),
]

/** Whether a channel has incidents of its own, so that each alert is a message by itself. */
export function isByAlert(target: ShownChannelTarget): boolean {
  return target.kind === 'PAGERDUTY' || (target.kind === 'PRESET' && presets[target.preset].byAlert === true)
}

/**
 * Tells a channel something, once. Mails are put into the outbox in the transaction of `tx`, which cares for the rest; everything else is one
 * request to a public address, with no redirect followed. Never throws for what others answer.
 */
export async function sendMessage(
  context: SendContext,
  { target, secrets, language, solutionId }: OpenChannel,
  message: Message,
  tx: Queries,
): Promise<Outcome> {
  if (target.kind === 'EMAIL')
    return sendMails(context, { addresses: target.addresses, language, solutionId }, message, tx)
  let call: PublicRequest
  try {
    call = requestOf(target, secrets, message)
  } catch {
    // Its key is gone, so that what it is made of cannot be read any more.
    return { error: 'secret', httpStatus: null, answer: null, retryAfterSeconds: null }
  }
  const { allowPrivate, request = (one) => requestPublic(one, { allowPrivate }) } = context.channels
  const answer = await request(call)
  if (answer.fault !== null) return { error: answer.fault, httpStatus: null, answer: null, retryAfterSeconds: null }
  const kind = target.kind === 'PRESET' || target.kind === 'REQUEST' ? undefined : fields[target.kind]
  const verdict = kind?.verdictOf?.(answer) ?? verdictOf(answer, refusalOf(target))
  return { ...verdict, httpStatus: answer.status, answer: answer.isPublic ? textOf(answer.body) : null }
}

/** The request that tells a channel something. Throws for a target whose secrets are gone. */
export function requestOf(target: ShownChannelTarget, secrets: Secrets, message: Message): PublicRequest {
  switch (target.kind) {
    case 'EMAIL':
      throw new TypeError('A mail is no request')
    case 'PRESET': {
      const { request, resolved, acknowledged, priorities } = presets[target.preset]
      const other = { RESOLVED: resolved, ACKNOWLEDGED: acknowledged, OPENED: null, REPEATED: null, TEST: null }
      const values = { ...fallbacksOf(target.preset), ...target.fields, ...secrets }
      return fillTemplate(other[message.event] ?? request, values, message, priorities)
    }
    case 'REQUEST':
      return fillTemplate((message.event === 'RESOLVED' && target.resolvedRequest) || target.request, secrets, message)
    default: {
      if (Object.keys(secrets).length === 0) throw new TypeError('The secrets of the channel are gone')
      const kind = fields[target.kind] as RequestKind<typeof target.kind>
      // What is shown has the fields that a request needs: its secrets come apart.
      return kind.requestOf(target as Extract<ChannelTarget, { kind: typeof target.kind }> as never, secrets, message)
    }
  }
}

/** Many providers write `"ok": false` with a status that says otherwise; what receives a webhook answers by its status alone. */
function refusalOf(target: ShownChannelTarget): RegExp | null {
  if (target.kind === 'WEBHOOK') return null
  // The connectors before workflows wrote so.
  if (target.kind === 'TEAMS') return /HTTP error \d{3}/u
  const own = target.kind === 'PRESET' ? presets[target.preset].refusal : undefined
  return own ?? /^\s*\{[^{}[\]]*"ok":\s*false\b/u
}

function verdictOf(
  { status, retryAfterSeconds, body }: Extract<PublicAnswer, { fault: null }>,
  refusal: RegExp | null,
): Verdict {
  const text = body.toString('utf8')
  const wait = retryAfterSeconds ?? Number(/"retry_after":\s*(\d{1,7})/u.exec(text)?.[1] ?? 0)
  const isRefused = errorOf(status) === null && refusal?.test(text) === true
  // Where it says why as a status, that counts.
  const code = isRefused ? (/(?:"error_code":\s*|HTTP error )(\d{3})\b/u.exec(text)?.[1] ?? '400') : null
  const error = code === null ? errorOf(status) : (errorOf(Number(code)) ?? 'rejected')
  return { error, retryAfterSeconds: wait === 0 || error === null ? null : wait }
}

function errorOf(status: number): NotificationError | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'redirect'
  if (status === 429) return 'rate-limited'
  if (status === 401 || status === 403 || status === 404 || status === 410) return 'credentials'
  return status >= 500 || status === 408 ? 'unavailable' : 'rejected'
}

/** As text that any database and any page takes. */
function textOf(body: Buffer): string {
  return body
    .subarray(0, answerMax * 4)
    .toString('utf8')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, answerMax)
}
