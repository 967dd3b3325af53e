import { readFileSync } from 'node:fs'
import { z } from 'zod'

export const answerSchema = z.union([
  z.enum(['service', 'service, then close', 'nobody']),
  z.strictObject({
    status: z.int(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.string().optional(),
    /** So many bytes of JSON. */
    bytes: z.int().optional(),
    delayMs: z.int().optional(),
    trickleMs: z.int().optional(),
    location: z.literal('elsewhere').optional(),
  }),
])
export type CaseAnswer = z.infer<typeof answerSchema>

export const tokenSchema = z
  .union([
    z.enum([
      'fresh',
      'used',
      'expired',
      'changed',
      'other-site',
      'pointing-elsewhere',
      'failover-recorded',
      'failover-unrecorded',
    ]),
    z.strictObject({ text: z.string() }),
    z.strictObject({ repeat: z.string(), times: z.int() }),
  ])
  .nullable()
export type CaseToken = z.infer<typeof tokenSchema>

const caseSchema = z.strictObject({
  id: z.string(),
  says: z.string(),
  token: tokenSchema,
  client: z
    .strictObject({
      secretKey: z.literal('wrong').optional(),
      siteKey: z.enum(['own', 'other']).optional(),
      failPolicy: z.string().optional(),
      timeoutMs: z.int().optional(),
    })
    .optional(),
  call: z
    .strictObject({
      remoteIp: z.string().optional(),
      action: z.string().optional(),
      hostnames: z.array(z.string()).optional(),
    })
    .optional(),
  /** What each request in turn is answered with; the last one answers all that follow. The service, where there are none. */
  answers: z.array(answerSchema).min(1).optional(),
  expect: z.strictObject({
    passed: z.boolean(),
    decidedBy: z.enum(['service', 'client', 'fail-policy']),
    failure: z.string().nullable().default(null),
    codes: z.array(z.string()).default([]),
    retryAfterSeconds: z.int().nullable().default(null),
    score: z.literal('number').nullable().optional(),
    verificationId: z.literal('uuid').optional(),
    hostname: z.string().optional(),
    action: z.string().optional(),
    /** How many requests arrived. */
    requests: z.int().optional(),
    /** Fields of the body of the first request. */
    sent: z.record(z.string(), z.string()).optional(),
    sameIdempotencyKey: z.literal(true).optional(),
    /** How many requests arrived where nothing of this configuration points. */
    elsewhere: z.int().optional(),
  }),
})
export type ClientCase = z.infer<typeof caseSchema>

const tableSchema = z.strictObject({
  about: z.string(),
  cases: z.array(caseSchema),
  configurations: z.array(
    z.strictObject({ id: z.string(), says: z.string(), options: z.record(z.string(), z.unknown()), error: z.string() }),
  ),
})

/** `client/cases.json`: what every client for servers does. */
export const caseTable = tableSchema.parse(
  JSON.parse(readFileSync(new URL('../../../client/cases.json', import.meta.url), 'utf8')),
)
