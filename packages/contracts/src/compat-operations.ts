import { z } from 'zod'
import {
  type CompatCode,
  compatPaths,
  friendlyCaptchaAnswerSchema,
  friendlyCaptchaCodes,
  hcaptchaAnswerSchema,
  hcaptchaCodes,
  recaptchaAnswerSchema,
  recaptchaCodes,
  trustcaptchaAssessmentSchema,
  trustcaptchaCodes,
  trustcaptchaResultSchema,
  turnstileAnswerSchema,
  turnstileCodes,
} from './captcha-compat.ts'

/** One call in the protocol of another captcha. It refuses with that captcha's codes and statuses, so it is no `Route`. */
export interface CompatOperation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
  /** Where the secret key stands. */
  readonly key: 'field' | 'x-api-key' | 'bearer' | 'tc-authorization'
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Taken as JSON and as a form. */
  readonly body?: { readonly name: string; readonly schema: z.ZodType }
  readonly answer: z.ZodType
  readonly refusal: z.ZodType
  readonly codes: Readonly<Record<string, CompatCode>>
  /** Statuses besides those of the codes, with what they mean. */
  readonly otherStatuses?: Readonly<Record<number, string>>
}

const fields = { secret: z.string(), response: z.string(), remoteip: z.string().optional() }
const recaptchaFields = z.object(fields)
const hcaptchaFields = z.object({ ...fields, sitekey: z.string().optional() })
const turnstileFields = z.object({ ...fields, idempotency_key: z.uuid().optional() })
const friendlyCaptchaFields = z.object({ response: z.string(), sitekey: z.string().optional() })
export const trustcaptchaRefusalSchema = z.object({ code: z.string(), message: z.string() })

const verificationId = z.object({ verificationId: z.uuid() })
/** The visitor's browser could not reach us and says so. */
const failover = z.object({ clientFailover: z.enum(['true', 'false']).optional() })
const formStatuses = {
  405: '`bad-request`: another method.',
  413: '`bad-request`: more than 8 KiB.',
}

/** What servers call that were made for other captchas. */
export const compatOperations: readonly CompatOperation[] = [
  {
    id: 'siteverifyRecaptcha',
    method: 'POST',
    path: compatPaths.recaptcha,
    summary: 'Verify a token in the protocol of reCAPTCHA.',
    key: 'field',
    body: { name: 'recaptchaFields', schema: recaptchaFields },
    answer: recaptchaAnswerSchema,
    refusal: recaptchaAnswerSchema,
    codes: recaptchaCodes,
    otherStatuses: formStatuses,
  },
  {
    id: 'siteverifyRecaptchaByQuery',
    method: 'GET',
    path: compatPaths.recaptcha,
    summary:
      'The same with the fields in the query, for clients that know nothing else: addresses stand in the logs of proxies, where a secret key does not belong.',
    key: 'field',
    query: recaptchaFields,
    answer: recaptchaAnswerSchema,
    refusal: recaptchaAnswerSchema,
    codes: recaptchaCodes,
    otherStatuses: formStatuses,
  },
  {
    id: 'siteverifyHcaptcha',
    method: 'POST',
    path: compatPaths.hcaptcha,
    summary: 'Verify a token in the protocol of hCaptcha.',
    key: 'field',
    body: { name: 'hcaptchaFields', schema: hcaptchaFields },
    answer: hcaptchaAnswerSchema,
    refusal: hcaptchaAnswerSchema,
    codes: hcaptchaCodes,
    otherStatuses: formStatuses,
  },
  {
    id: 'siteverifyTurnstile',
    method: 'POST',
    path: compatPaths.turnstile,
    summary: 'Verify a token in the protocol of Turnstile.',
    key: 'field',
    body: { name: 'turnstileFields', schema: turnstileFields },
    answer: turnstileAnswerSchema,
    refusal: turnstileAnswerSchema,
    codes: turnstileCodes,
    otherStatuses: formStatuses,
  },
  {
    id: 'siteverifyFriendlyCaptcha',
    method: 'POST',
    path: compatPaths.friendlyCaptcha,
    summary: 'Verify a response in the protocol of Friendly Captcha, version 2.',
    key: 'x-api-key',
    body: { name: 'friendlyCaptchaFields', schema: friendlyCaptchaFields },
    answer: friendlyCaptchaAnswerSchema,
    refusal: friendlyCaptchaAnswerSchema,
    codes: friendlyCaptchaCodes,
  },
  {
    id: 'getTrustcaptchaResult',
    method: 'GET',
    path: compatPaths.trustcaptcha,
    summary: 'Take the result of a verification in the protocol of TrustCaptcha, version 2.',
    key: 'bearer',
    params: verificationId,
    query: failover,
    answer: trustcaptchaResultSchema,
    refusal: trustcaptchaRefusalSchema,
    codes: trustcaptchaCodes,
  },
  {
    id: 'getTrustcaptchaAssessment',
    method: 'GET',
    path: compatPaths.trustcaptchaV1,
    summary: 'Take the result of a verification in the protocol of TrustCaptcha, version 1.',
    key: 'tc-authorization',
    params: verificationId,
    query: failover,
    answer: trustcaptchaAssessmentSchema,
    refusal: trustcaptchaRefusalSchema,
    codes: trustcaptchaCodes,
  },
]
