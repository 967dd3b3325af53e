import { z } from 'zod'
import { operationsPolicy } from './operations-policy.ts'
import { operations, operationsReading } from './operations-wire.ts'
import { defineRoute } from './route.ts'

/** A value that nobody can tell at the moment is null. */
const figure = z.number().nullable()

const momentOfHealth = z.object({
  at: z.iso.datetime(),
  verificationsPerMinute: z.number().min(0),
  errorShare: figure.describe('Share of calls of the hot path that failed, 0 … 1; null without calls'),
  p50Ms: figure,
  p95Ms: figure,
  p99Ms: figure,
})

/** What the processes of one machine measure about themselves, as a page can draw it. */
export const healthSchema = z
  .object({
    at: z.iso.datetime().nullable().describe('When this was last read; null before the first time'),
    history: z.array(momentOfHealth).describe('The last six hours, minute by minute, the oldest first'),
    processes: z.array(
      z.object({
        process: z.string(),
        up: z.boolean(),
        restarts: z.int(),
        memoryBytes: figure,
        eventLoopLagMs: figure.describe('The slowest hundredth of turns of its event loop'),
      }),
    ),
    queues: z.array(z.object({ queue: z.enum(['roll-ups', 'mails', 'deliveries', 'jobs']), lateSeconds: figure })),
    objectives: z.array(
      z.object({
        objective: z.enum(['availability', 'latency']),
        target: z.number(),
        windowDays: z.int(),
        burns: z.array(
          z.object({
            window: z.enum(['1h', '6h', '1d', '3d']),
            rate: figure.describe('How many times faster than allowed the budget of errors is spent'),
            limit: z.number(),
          }),
        ),
      }),
    ),
    firing: z.array(
      z.object({
        rule: z.string(),
        severity: z.enum(['page', 'ticket']),
        summary: z.string(),
        runbook: z.string().describe('Heading of the incident handbook'),
        since: z.iso.datetime(),
      }),
    ),
    solutionLocks: figure,
    invoicesOverdue: figure,
    signUpsLastDay: figure,
    databases: z
      .array(
        z.object({
          cell: z.int().min(0),
          up: z.boolean(),
          bytes: figure,
          connections: figure.describe('Of all processes'),
          connectionsMax: figure.describe('As many as its server accepts'),
          lockWaits: figure,
        }),
      )
      .describe('Every database, by cell; there is one, cell 0, unless CELL_URLS names more'),
    databaseBytes: figure.describe('Of all databases that answer'),
    databaseLockWaits: figure,
    diskFreeBytes: figure,
    auditChainsBroken: figure,
  })
  .meta({ id: 'Health' })

export type Health = z.output<typeof healthSchema>

export const operationsHealthRoutes = {
  getHealth: defineRoute({
    id: 'getHealth',
    method: 'GET',
    path: `${operations}/health`,
    access: operationsPolicy['operations.read'],
    summary:
      'How the machine that answers is doing: the hot path by the minute, queues, objectives and alert rules that fire. For operators.',
    response: { status: 200, schema: healthSchema },
    problems: [...operationsReading, 'unavailable'],
  }),
}
