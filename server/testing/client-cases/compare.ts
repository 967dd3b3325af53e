import { z } from 'zod'
import { caseTable, type ClientCase } from './case-table.ts'
import type { Arrivals } from './serve-cases.ts'

const verdictSchema = z.strictObject({
  passed: z.boolean(),
  decidedBy: z.string(),
  failure: z.string().nullable(),
  codes: z.array(z.string()),
  retryAfterSeconds: z.int().nullable(),
  score: z.number().nullable(),
  action: z.string().nullable(),
  hostname: z.string().nullable(),
  verificationId: z.string().nullable(),
})

/** What a client's program says of each case, and of each configuration the code of the error. */
export const reportSchema = z.strictObject({
  cases: z.record(z.string(), verdictSchema),
  configurations: z.record(z.string(), z.string().nullable()),
})
export type Report = z.infer<typeof reportSchema>

/** The cases of which a client did something else, by their ids: what was expected, and what it did. Empty when all is well. */
export function compare(report: Report, arrivals: (id: string) => Arrivals): Record<string, object> {
  const faults: Record<string, object> = {}
  for (const one of caseTable.cases) {
    const verdict = report.cases[one.id]
    const { expected, got } = viewOf(one, verdict, arrivals(one.id))
    if (JSON.stringify(expected) !== JSON.stringify(got)) faults[one.id] = { expected, got }
  }
  for (const { id, error } of caseTable.configurations)
    if (report.configurations[id] !== error) faults[id] = { expected: error, got: report.configurations[id] ?? null }
  return faults
}

function viewOf({ expect }: ClientCase, verdict: Report['cases'][string] | undefined, { bodies, elsewhere }: Arrivals) {
  const { score, verificationId, requests, sent, sameIdempotencyKey, elsewhere: expectedElsewhere, ...plain } = expect
  const first = z.record(z.string(), z.unknown()).catch({}).parse(bodies[0])
  const keys = new Set(
    bodies.map((body) => z.object({ idempotency_key: z.uuid() }).safeParse(body).data?.idempotency_key),
  )
  const seen = {
    score: typeof verdict?.score === 'number' ? 'number' : (verdict?.score ?? null),
    verificationId: z.uuid().safeParse(verdict?.verificationId).success ? 'uuid' : null,
    requests: bodies.length,
    sent: Object.fromEntries(Object.keys(sent ?? {}).map((name) => [name, first[name]])),
    sameIdempotencyKey: keys.size === 1 && !keys.has(undefined),
    elsewhere,
  }
  const special = { score, verificationId, requests, sent, sameIdempotencyKey, elsewhere: expectedElsewhere }
  const expected: Record<string, unknown> = { ...plain }
  const got: Record<string, unknown> = {}
  for (const name of keysOf(plain)) got[name] = verdict?.[name]
  for (const name of keysOf(special))
    if (special[name] !== undefined) {
      expected[name] = special[name]
      got[name] = seen[name]
    }
  return { expected, got }
}

function keysOf<T extends object>(value: T): (keyof T & string)[] {
  return Object.keys(value).filter((key): key is keyof T & string => key in value)
}
