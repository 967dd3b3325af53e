import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { answerSchema, tokenSchema } from './case-table.ts'

const requestSchema = z.strictObject({
  /** With `{token}` in it the token travels there, and not in the body. */
  to: z.string().default('/signup'),
  /** How the fields travel; `header`: JSON, with the token in a header. */
  as: z.enum(['form', 'multipart', 'json', 'header', 'text']),
  token: tokenSchema.optional(),
  /** In place of the fields. */
  body: z.string().optional(),
  /** So many letters in one more field. */
  padding: z.int().optional(),
  headers: z.record(z.string(), z.string()).default({}),
})

const frameworkCaseSchema = z.strictObject({
  id: z.string(),
  says: z.string(),
  /** Whether it is also run with the examples, which have one address and no verdict in their answers. */
  example: z.literal(true).optional(),
  failPolicy: z.enum(['closed', 'recorded-outage', 'open']).default('recorded-outage'),
  request: requestSchema,
  answers: z.array(answerSchema).min(1).default(['service']),
  expect: z.strictObject({
    /** One of these. */
    status: z.array(z.int()),
    /** Of the refusal, as the visitor gets it. */
    code: z.string().optional(),
    contentType: z.string().optional(),
    text: z.string().optional(),
    /** What the application read of the form besides the token. */
    name: z.string().optional(),
    /** What the application learned of the verdict. */
    verdict: z.record(z.string(), z.unknown()).optional(),
    /** How many requests came to Bollard. */
    requests: z.int().optional(),
    /** Fields of the first; null: it has none of that name. */
    sent: z.record(z.string(), z.string().nullable()).optional(),
    elsewhere: z.int().optional(),
  }),
})
export type FrameworkCase = z.infer<typeof frameworkCaseSchema>

const tableSchema = z.strictObject({
  about: z.string(),
  routes: z.record(z.string(), z.string()),
  cases: z.array(frameworkCaseSchema),
})

/** `client/framework-cases.json`: what the part of a client for a framework does. */
export const frameworkTable = tableSchema.parse(
  JSON.parse(readFileSync(new URL('../../../client/framework-cases.json', import.meta.url), 'utf8')),
)
