import { type PublicRequestOptions, requestPublic } from '@bollard/webhooks'
import { z } from 'zod'
import type { VatId } from './vat-id.ts'

/** What a member state says of a VAT id. `requestId` is the number under which VIES keeps the answer, given only to those who name themselves. */
export type VatIdAnswer = { readonly valid: boolean; readonly requestId: string | null } | 'unavailable'

/** Asks whether a VAT id is valid, in the name of another one; never throws. */
export type VatChecker = (vatId: VatId, requester: VatId | null) => Promise<VatIdAnswer>

const viesUrl = 'https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number'
const timeoutMs = 8_000

const viesAnswer = z.object({ valid: z.boolean(), requestIdentifier: z.string().nullish() })
/** Says that the number itself cannot be one, which VIES reports as an error of the call. */
const viesRefusal = z.object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) })

/**
 * The register of the European Commission. What is not a clear yes or no is "unavailable": a member state that is away, too many
 * calls, a time-out, an answer that nobody understands.
 */
export function createViesChecker(options: Partial<PublicRequestOptions> & { readonly url?: string } = {}): VatChecker {
  const { url = viesUrl, ...request } = options
  return async (vatId, requester) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'Bollard/1' }
    const body = JSON.stringify({
      countryCode: vatId.prefix,
      vatNumber: vatId.number,
      ...(requester === null ? {} : { requesterMemberStateCode: requester.prefix, requesterNumber: requester.number }),
    })
    const answer = await requestPublic(
      { method: 'POST', url, headers, body },
      { allowPrivate: false, timeoutMs, ...request },
    )
    if (answer.fault !== null || !answer.complete) return 'unavailable'
    return read(answer.status, answer.body.toString('utf8'))
  }
}

function read(status: number, text: string): VatIdAnswer {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return 'unavailable'
  }
  const refusal = viesRefusal.safeParse(json)
  // An error is no word about the number, unless it is that the number cannot be one.
  if (refusal.success)
    return refusal.data.errorWrappers.some(({ error }) => error === 'INVALID_INPUT')
      ? { valid: false, requestId: null }
      : 'unavailable'
  const answer = viesAnswer.safeParse(json)
  if (status !== 200 || !answer.success) return 'unavailable'
  return { valid: answer.data.valid, requestId: answer.data.requestIdentifier || null }
}
