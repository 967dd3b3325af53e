import { z } from 'zod'
import { operationsPolicy } from './operations-policy.ts'
import { operations, operationsReading, operationsWriting, operatorReasonSchema } from './operations-wire.ts'
import { defineRoute } from './route.ts'
import { idSchema, timeSchema } from './wire.ts'

/** Everything that is done without being asked for. */
export const jobNames = [
  'solution.tell-locks',
  'captcha.follow-plans',
  'solution.run-due',
  'billing.run-due',
  'contact.remind-of-demos',
  'monitoring.follow-plans',
  'monitoring.roll-up',
  'monitoring.tell-subscribers',
  'protection.follow-plans',
  'protection.guard-changes',
  'protection.sweep-limits',
  'protection.send-reports',
  'solution.end-verifications',
  'solution.follow-paid',
  'identity.run-due',
  'advertising.record-conversions',
  'identity.weekly-reports',
  'advertising.send-conversions',
  'audit.verify',
  'billing.prepare-payouts',
  'identity.sweep',
  'contact.sweep',
  'telemetry.sweep',
  'captcha.sweep',
  'captcha.chunk-log',
  'captcha.archive',
  'monitoring.sweep',
  'protection.sweep',
  'operations.sweep',
] as const
export type JobName = (typeof jobNames)[number]

/** Where work waits that somebody asked for. */
export const queueNames = ['mails', 'alert-mails', 'webhooks', 'monitoring-alerts', 'roll-ups', 'lock-notices'] as const
export type QueueName = (typeof queueNames)[number]

/** Queues that give up after some attempts; what they gave up is a dead letter. */
export const deadLetterQueues = ['mails', 'alert-mails', 'webhooks', 'monitoring-alerts'] as const
export type DeadLetterQueue = (typeof deadLetterQueues)[number]

/** So many dead letters are named in one call, and listed at most. */
export const deadLettersMax = 100

export const jobSchema = z.object({
  name: z.enum(jobNames),
  /** Between the end of one run and the start of the next one, in every process that does such work. */
  everySeconds: z.int().min(1),
  lastStartedAt: timeSchema.nullable(),
  lastEndedAt: timeSchema.nullable(),
  /** Of the last run; null before the first one. */
  lastDurationMs: z.int().min(0).nullable(),
  /** Why the last run failed, without addresses; null where it worked. */
  error: z.string().nullable(),
  failuresInARow: z.int().min(0),
  runs: z.int().min(0),
  /** Of the last hundred runs; null before the first one. */
  p95DurationMs: z.int().min(0).nullable(),
  /** When somebody asked for a run that has not ended yet. */
  askedAt: timeSchema.nullable(),
})
export type Job = z.infer<typeof jobSchema>

export const queueSchema = z.object({
  name: z.enum(queueNames),
  /** What waits. */
  depth: z.int().min(0),
  /** Age of the oldest that waits, in seconds; 0 where none waits. */
  oldestSeconds: z.number().min(0),
  /** What waits after an attempt that failed. */
  retries: z.int().min(0),
  /** What was given up; always 0 for a queue that never gives up. */
  deadLetters: z.int().min(0),
})
export type Queue = z.infer<typeof queueSchema>

export const deadLetterSchema = z.object({
  id: idSchema,
  /** Kind of mail or event, or of channel. */
  kind: z.string(),
  /** An address with most of it masked, the host of a webhook, or the name of a channel. */
  to: z.string(),
  /** Whose it is, where the queue knows: the solution, its name, and that of its organization if it has one. */
  solutionId: idSchema.nullable(),
  owner: z.object({ label: z.string(), organization: z.string().nullable() }).nullable(),
  createdAt: timeSchema,
  endedAt: timeSchema.nullable(),
  attempts: z.int().min(0),
  /** What the last attempt failed with. */
  error: z.string().nullable(),
  /** False once its text is deleted, three days after a mail was given up. */
  retryable: z.boolean(),
})
export type DeadLetter = z.infer<typeof deadLetterSchema>

const queue = z.enum(deadLetterQueues)
/** Null: all of the queue. */
const ids = z.array(idSchema).min(1).max(deadLettersMax).nullable()
export const deadLetterRetrySchema = z.strictObject({ queue, ids })
export type DeadLetterRetry = z.infer<typeof deadLetterRetrySchema>
export const deadLetterDropSchema = z.strictObject({ queue, ids, reason: operatorReasonSchema })
export type DeadLetterDrop = z.infer<typeof deadLetterDropSchema>
const changed = { status: 200, schema: z.object({ changed: z.int().min(0) }) } as const

export const operationsJobRoutes = {
  listJobs: defineRoute({
    id: 'listJobs',
    method: 'GET',
    path: `${operations}/jobs`,
    access: operationsPolicy['operations.read'],
    summary: 'Every job with its last run, for operators.',
    response: { status: 200, schema: z.object({ items: z.array(jobSchema) }) },
    problems: [...operationsReading],
  }),
  runJob: defineRoute({
    id: 'runJob',
    method: 'POST',
    path: `${operations}/job-runs`,
    access: operationsPolicy['job.operate'],
    summary:
      'Ask for a run of a job, for operators. A process that does such work starts it within seconds; asked again before that, it runs once.',
    body: { name: 'jobRunNewDto', schema: z.strictObject({ name: z.enum(jobNames) }) },
    response: { status: 202, schema: jobSchema },
    problems: [...operationsWriting, 'state-conflict'],
  }),
  listQueues: defineRoute({
    id: 'listQueues',
    method: 'GET',
    path: `${operations}/queues`,
    access: operationsPolicy['operations.read'],
    summary: 'What waits in each queue, and what it gave up, for operators.',
    response: { status: 200, schema: z.object({ items: z.array(queueSchema) }) },
    problems: [...operationsReading],
  }),
  listDeadLetters: defineRoute({
    id: 'listDeadLetters',
    method: 'GET',
    path: `${operations}/dead-letters`,
    access: operationsPolicy['operations.read'],
    summary: 'What a queue gave up, the latest first, 100 at most, for operators.',
    query: z.strictObject({ queue }),
    response: { status: 200, schema: z.object({ items: z.array(deadLetterSchema) }) },
    problems: [...operationsReading],
  }),
  retryDeadLetters: defineRoute({
    id: 'retryDeadLetters',
    method: 'POST',
    path: `${operations}/dead-letter-retries`,
    access: operationsPolicy['job.operate'],
    summary: 'Retry what a queue gave up: some, or with `ids` null all whose text is still there. For operators.',
    body: { name: 'deadLetterRetryDto', schema: deadLetterRetrySchema },
    response: changed,
    problems: [...operationsWriting],
  }),
  dropDeadLetters: defineRoute({
    id: 'dropDeadLetters',
    method: 'POST',
    path: `${operations}/dead-letter-drops`,
    access: operationsPolicy['job.operate'],
    summary: 'Delete what a queue gave up, with a reason for the audit log. For operators.',
    body: { name: 'deadLetterDropDto', schema: deadLetterDropSchema },
    response: changed,
    problems: [...operationsWriting],
  }),
}
