import { z } from 'zod'
import type { UploadOutcome } from '../provider.ts'

/** `google.rpc.Status` with the errors of Google Ads in its details. */
const failure = z.object({
  details: z
    .array(z.object({ errors: z.array(z.object({ errorCode: z.record(z.string(), z.string()) })).optional() }))
    .optional(),
})
const answer = z.object({ partialFailureError: failure.optional(), error: failure.optional() })

/** Codes after which the same conversion may be taken later. */
const later: ReadonlySet<string> = new Set([
  'TOO_RECENT_CONVERSION_ACTION',
  'TOO_RECENT_EVENT',
  'TOO_RECENT_CALL',
  'RESOURCE_EXHAUSTED',
  'INTERNAL_ERROR',
  'TRANSIENT_ERROR',
])
/** The conversion is there already, from an attempt whose answer never came. */
const there: ReadonlySet<string> = new Set([
  'CLICK_CONVERSION_ALREADY_EXISTS',
  'DUPLICATE_ORDER_ID',
  'ORDER_ID_ALREADY_IN_USE',
])

/** What an answer of Google Ads means for the conversion; `body` is its JSON, or null when it was none. */
export function outcomeOf(status: number, body: unknown): UploadOutcome {
  const parsed = answer.safeParse(body)
  const fault = parsed.success ? (parsed.data.partialFailureError ?? parsed.data.error) : undefined
  const code = fault?.details
    ?.flatMap(({ errors }) => errors ?? [])
    .flatMap(({ errorCode }) => Object.values(errorCode))[0]
  if (code !== undefined) {
    if (there.has(code)) return { kind: 'CONFIRMED' }
    return { kind: later.has(code) ? 'RETRY' : 'FINAL', code }
  }
  if (status === 200 && parsed.success && fault === undefined) return { kind: 'SENT' }
  // A fault without a code of its own, or no JSON at all: what is wrong with us can be mended, so it is tried again.
  return { kind: 'RETRY', code: `HTTP_${status}` }
}
