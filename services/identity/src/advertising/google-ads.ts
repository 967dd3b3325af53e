import { z } from 'zod'
import type { AdvertisingProvider, Upload, UploadOutcome } from '../identity-context.ts'

export interface GoogleAdsSettings {
  /** Digits without hyphens. */
  readonly customerId: string
  readonly developerToken: string
  readonly clientId: string
  readonly clientSecret: string
  readonly refreshToken: string
  /** Of the manager account, where there is one. */
  readonly loginCustomerId?: string | undefined
  readonly apiUrl?: string | undefined
  readonly tokenUrl?: string | undefined
}

const timeoutMs = 15_000

/**
 * Uploads offline conversions to Google Ads (REST, `uploadClickConversions`, API version 26, with `partialFailure`). Access
 * tokens are kept until a minute before they end.
 */
export function createGoogleAds(settings: GoogleAdsSettings, now: () => Date): AdvertisingProvider {
  const {
    apiUrl = 'https://googleads.googleapis.com',
    tokenUrl = 'https://oauth2.googleapis.com/token',
    customerId,
  } = settings
  let access: { token: string; until: number } | undefined

  async function accessToken(): Promise<string> {
    if (access && now().getTime() < access.until) return access.token
    const { clientId, clientSecret, refreshToken } = settings
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    })
    const response = await fetch(tokenUrl, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer: unknown = await response.json()
    if (!response.ok || !isToken(answer)) throw new Error(`The token was refused with ${response.status}`)
    access = { token: answer.access_token, until: now().getTime() + (answer.expires_in - 60) * 1000 }
    return access.token
  }

  return {
    async upload(conversion): Promise<UploadOutcome> {
      try {
        const response = await fetch(`${apiUrl}/v26/customers/${customerId}:uploadClickConversions`, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${await accessToken()}`,
            'developer-token': settings.developerToken,
            ...(settings.loginCustomerId ? { 'login-customer-id': settings.loginCustomerId } : {}),
          },
          body: JSON.stringify({ conversions: [toGoogle(conversion, customerId)], partialFailure: true }),
        })
        if (response.status === 401) access = undefined
        return outcomeOf(response.status, await response.json().catch(() => null))
      } catch {
        // Of the network or of a token; nothing of it may reach a page, since it can name credentials.
        return { kind: 'RETRY', code: 'UNREACHABLE' }
      }
    },
  }
}

function toGoogle(conversion: Upload, customerId: string): object {
  const granted = (yes: boolean) => (yes ? 'GRANTED' : 'DENIED')
  return {
    gclid: conversion.gclid,
    conversionAction: `customers/${customerId}/conversionActions/${conversion.conversionActionId}`,
    // "2026-03-01 10:00:00+00:00"
    conversionDateTime: `${conversion.occurredAt.toISOString().slice(0, 19).replace('T', ' ')}+00:00`,
    conversionValue: conversion.value.amountMinor / 100,
    currencyCode: conversion.value.currency,
    orderId: conversion.orderId,
    consent: {
      adUserData: granted(conversion.consent.adUserData),
      adPersonalization: granted(conversion.consent.adPersonalization),
    },
  }
}

function isToken(answer: unknown): answer is { access_token: string; expires_in: number } {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'access_token' in answer &&
    typeof answer.access_token === 'string' &&
    'expires_in' in answer
  )
}

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
