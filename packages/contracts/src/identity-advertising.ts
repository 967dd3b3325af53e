import { anybody } from './access.ts'
import { identityPolicy } from './identity-policy.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, pageOf, pageQuery, timeSchema } from './wire.ts'

export const gclidSchema = z.string().regex(/^[A-Za-z0-9_-]{10,512}$/u)
const consentSchema = z.strictObject({ adUserData: z.boolean(), adPersonalization: z.boolean(), at: timeSchema })
const moneySchema = z.strictObject({ amountMinor: z.int().min(0), currency: z.string().regex(/^[A-Z]{3}$/u) })

export const conversionKinds = ['SIGNUP', 'FIRST_VERIFICATION', 'TRIAL_TO_PAID', 'INVOICE_PAID'] as const
export const conversionStates = [
  'RECORDED',
  'ELIGIBLE',
  'INELIGIBLE',
  'REJECTED',
  'SENDING',
  'SENT',
  'CONFIRMED',
  'FAILED_RETRY',
  'FAILED_FINAL',
] as const
export const conversionSchema = z.object({
  conversionId: idSchema,
  kind: z.enum(conversionKinds),
  state: z.enum(conversionStates),
  /** Why it is ineligible (NO_CONSENT, EXPIRED, DUPLICATE) or rejected, or the code with which the provider refused it. */
  reason: z.string().nullable(),
  occurredAt: timeSchema,
  value: moneySchema.nullable(),
  attempts: z.int(),
  nextAttemptAt: timeSchema.nullable(),
  sentAt: timeSchema.nullable(),
})
export type Conversion = z.infer<typeof conversionSchema>

export const advertisingTokenSchema = z.object({
  id: idSchema,
  /** The click id itself; null once it is older than 90 days. */
  gclid: z.string().nullable(),
  consent: consentSchema.nullable(),
  landingPath: z.string().nullable(),
  locale: z.string().nullable(),
  createdAt: timeSchema,
  conversions: z.array(conversionSchema),
})
export type AdvertisingToken = z.infer<typeof advertisingTokenSchema>

/** A batch that an administrator uploads to the advertising network by hand. */
export const conversionExportSchema = z.object({
  id: idSchema,
  createdBy: z.string(),
  createdAt: timeSchema,
  /** Conversions that were neither marked as sent nor given back. */
  open: z.int(),
  sent: z.int(),
})
export type ConversionExport = z.infer<typeof conversionExportSchema>

const conversionExportStateDto = z.strictObject({
  status: z.enum(['SENT', 'DISCARDED']),
  /** Left out: all that are open. */
  conversionIds: z.array(idSchema).min(1).max(2000).optional(),
})

const exports = '/identity/v1/conversion-exports'
const exportParams = z.strictObject({ conversionExportId: idSchema })
const tokenParams = z.strictObject({ advertisingTokenId: idSchema })
const conversionParams = z.strictObject({ advertisingTokenId: idSchema, conversionId: idSchema })
const operatorOnly = ['unauthenticated', 'forbidden', 'not-found'] as const

/** Clicks on advertisements of visitors who agreed, and what became of them. All but the first call are for administrators. */
export const identityAdvertisingRoutes = {
  createAdvertisingToken: defineRoute({
    id: 'createAdvertisingToken',
    method: 'POST',
    path: '/identity/v1/advertising-tokens',
    access: anybody,
    summary:
      'Store the click ID of an advertisement for at most 90 days. Without consent nothing is stored, and the response has no ID.',
    body: {
      name: 'advertisingTokenNewDto',
      schema: z.strictObject({
        gclid: gclidSchema,
        consent: consentSchema.optional(),
        landingPath: z.string().max(300).regex(lineOfText).optional(),
        locale: z.string().max(35).optional(),
      }),
    },
    response: { status: 201, schema: z.object({ id: idSchema.nullable() }) },
    location: '/identity/v1/advertising-tokens/{id}',
    problems: ['rate-limited'],
  }),
  listAdvertisingTokens: defineRoute({
    id: 'listAdvertisingTokens',
    method: 'GET',
    path: '/identity/v1/advertising-tokens',
    access: identityPolicy['advertising.read'],
    summary: 'Clicks and their conversions, newest first.',
    query: z.strictObject({ ...pageQuery, state: z.enum(conversionStates).optional() }),
    response: { status: 200, schema: pageOf(advertisingTokenSchema) },
    problems: [],
  }),
  getAdvertisingToken: defineRoute({
    id: 'getAdvertisingToken',
    method: 'GET',
    path: '/identity/v1/advertising-tokens/{advertisingTokenId}',
    access: identityPolicy['advertising.read'],
    summary: 'Get one click and its conversions.',
    params: tokenParams,
    response: { status: 200, schema: advertisingTokenSchema },
    problems: operatorOnly,
  }),
  rejectConversion: defineRoute({
    id: 'rejectConversion',
    method: 'POST',
    path: '/identity/v1/advertising-tokens/{advertisingTokenId}/conversions/{conversionId}/reject',
    access: identityPolicy['advertising.operate'],
    summary: 'Reject a conversion so that it is never sent. Without a body the reason is OTHER.',
    params: conversionParams,
    body: {
      name: 'advertisingRejectDto',
      optional: true,
      schema: z
        .strictObject({
          reason: z.enum(['DUPLICATE', 'TEST', 'FRAUD', 'NO_CONSENT', 'TOO_OLD', 'OTHER']).default('OTHER'),
          comment: z.string().max(500).optional(),
        })
        .prefault({}),
    },
    response: { status: 200, schema: conversionSchema },
    problems: [...operatorOnly, 'validation-failed', 'conversion-state'],
  }),
  sendConversion: defineRoute({
    id: 'sendConversion',
    method: 'POST',
    path: '/identity/v1/advertising-tokens/{advertisingTokenId}/conversions/{conversionId}/send',
    access: identityPolicy['advertising.operate'],
    summary: 'Send a conversion to the advertising network now.',
    params: conversionParams,
    body: {
      name: 'advertisingSendDto',
      schema: z.strictObject({
        conversionActionId: z.string().regex(/^\d{1,20}$/u),
        occurredAt: z.iso.datetime({ offset: true }),
        value: moneySchema,
        orderId: idSchema,
        consent: consentSchema,
        comment: z.string().max(500).optional(),
      }),
    },
    response: { status: 200, schema: conversionSchema },
    problems: [...operatorOnly, 'validation-failed', 'conversion-state', 'not-configured'],
  }),
  createConversionExport: defineRoute({
    id: 'createConversionExport',
    method: 'POST',
    path: exports,
    access: identityPolicy['advertising.operate'],
    summary:
      'Put the oldest conversions that can be sent, at most 2000, into a batch for manual upload. The next batch starts after them.',
    response: { status: 201, schema: conversionExportSchema },
    problems: ['state-conflict'],
  }),
  listConversionExports: defineRoute({
    id: 'listConversionExports',
    method: 'GET',
    path: exports,
    access: identityPolicy['advertising.read'],
    summary: 'The batches, newest first.',
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(conversionExportSchema) },
    problems: [],
  }),
  downloadConversionExport: defineRoute({
    id: 'downloadConversionExport',
    method: 'GET',
    path: `${exports}/{conversionExportId}/conversions.csv`,
    access: identityPolicy['advertising.read'],
    summary: 'The conversions of a batch in the format Google Ads imports. Reading it changes nothing.',
    params: exportParams,
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['text/csv'] },
    problems: operatorOnly,
  }),
  settleConversionExport: defineRoute({
    id: 'settleConversionExport',
    method: 'PUT',
    path: `${exports}/{conversionExportId}/state`,
    access: identityPolicy['advertising.operate'],
    summary:
      'Record that a batch was uploaded (SENT) or was not (DISCARDED: its conversions can be exported or sent again), for the whole batch or for some conversions.',
    params: exportParams,
    body: { name: 'conversionExportStateDto', schema: conversionExportStateDto },
    response: { status: 200, schema: conversionExportSchema },
    problems: [...operatorOnly, 'validation-failed', 'unknown-field', 'conversion-state'],
  }),
}
