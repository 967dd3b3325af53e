import { z } from 'zod'
import { operationsPolicy } from './operations-policy.ts'
import { operations, operationsReading, operationsWriting, operatorReasonSchema } from './operations-wire.ts'
import { defineRoute } from './route.ts'
import { idSchema, pageOf, pageQuery, timeSchema } from './wire.ts'

export const mailStates = ['PENDING', 'SENT', 'FAILED'] as const
export type MailState = (typeof mailStates)[number]

export const outboxMailSchema = z.object({
  id: idSchema,
  /** Masked, unless the list was asked for this address. */
  to: z.string(),
  /** Name of its template. */
  kind: z.string(),
  state: z.enum(mailStates),
  attempts: z.int().min(0),
  /** What the mail server said to the last attempt that failed. */
  answer: z.string().nullable(),
  createdAt: timeSchema,
  endedAt: timeSchema.nullable(),
  /** When it is tried next; null once it has ended. */
  nextTryAt: timeSchema.nullable(),
  /** Whether it was given up and its text is still there. */
  retryable: z.boolean(),
})
export type OutboxMail = z.infer<typeof outboxMailSchema>

export const bounceSchema = z.object({
  /** Stands for the address. */
  id: idSchema,
  /** Masked, unless the list was asked for this address. */
  address: z.string(),
  at: timeSchema,
  /** What the mail server said. */
  answer: z.string(),
})
export type Bounce = z.infer<typeof bounceSchema>

const address = z.string().trim().min(3).max(254).optional()

export const operationsMailRoutes = {
  listOutboxMails: defineRoute({
    id: 'listOutboxMails',
    method: 'GET',
    path: `${operations}/mails`,
    access: operationsPolicy['operations.read'],
    summary:
      'Mails of the last 30 days, newest first, for operators. Addresses are masked, unless you ask for one; their text is never shown.',
    query: z.strictObject({ ...pageQuery, state: z.enum(mailStates).optional(), address }),
    response: { status: 200, schema: pageOf(outboxMailSchema) },
    problems: [...operationsReading],
  }),
  listBounces: defineRoute({
    id: 'listBounces',
    method: 'GET',
    path: `${operations}/bounces`,
    access: operationsPolicy['operations.read'],
    summary: 'Addresses that a mail server has refused, the latest first, 100 at most, for operators.',
    query: z.strictObject({ address }),
    response: { status: 200, schema: z.object({ items: z.array(bounceSchema) }) },
    problems: [...operationsReading],
  }),
  releaseBounce: defineRoute({
    id: 'releaseBounce',
    method: 'POST',
    path: `${operations}/bounce-releases`,
    access: operationsPolicy['mail.operate'],
    summary: 'Send mails to a refused address again, with a reason for the audit log. For operators.',
    body: {
      name: 'bounceReleaseDto',
      schema: z.strictObject({ bounceId: bounceSchema.shape.id, reason: operatorReasonSchema }),
    },
    response: { status: 204, schema: null },
    problems: [...operationsWriting, 'not-found'],
  }),
}
