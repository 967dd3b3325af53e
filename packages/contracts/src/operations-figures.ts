import { z } from 'zod'
import { operationsPolicy } from './operations-policy.ts'
import { operations, operationsReading } from './operations-wire.ts'
import { defineRoute } from './route.ts'
import { timeSchema } from './wire.ts'

/** One figure of the processes, as the metrics of Prometheus name it. */
export const figureSchema = z.object({
  name: z.string(),
  help: z.string(),
  kind: z.enum(['counter', 'gauge', 'histogram', 'summary']),
  samples: z.array(z.object({ name: z.string(), labels: z.record(z.string(), z.string()), value: z.number() })),
})
export type Figure = z.infer<typeof figureSchema>

export const figuresSchema = z.object({ at: timeSchema, items: z.array(figureSchema) })
export type Figures = z.infer<typeof figuresSchema>

export const operationsFigureRoutes = {
  getFigures: defineRoute({
    id: 'getFigures',
    method: 'GET',
    path: `${operations}/figures`,
    access: operationsPolicy['operations.read'],
    summary: 'The figures of the process that answers, the same that `/metrics` tells. For operators.',
    response: { status: 200, schema: figuresSchema },
    problems: [...operationsReading, 'unavailable'],
  }),
}
