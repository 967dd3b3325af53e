import { conclusions } from '@bollard/decisions'
import { z } from 'zod'
import { shareSchema } from './captcha-feedback.ts'
import {
  decidedIn,
  decisionPartSchema,
  endings,
  programPurposes,
  protectionDecisionSchema,
} from './protection-decisions.ts'
import { ladderRungs } from './protection-limiters.ts'
import { protectionPolicy } from './protection-policy.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, pageOf, pageQuery, timeSchema } from './wire.ts'

export const analyticsPeriods = ['24h', '7d', '30d'] as const
const word = (max: number) => z.string().trim().min(1).max(max).regex(lineOfText)

/** What of the decisions is asked for; all of it has to fit. */
export const decisionFilter = {
  conclusion: z.enum(conclusions).optional(),
  /** What parts in dry run would have made of it. */
  dryRun: z.enum(conclusions).optional(),
  from: z.enum(decidedIn).optional(),
  part: word(64).optional(),
  /** What that part found. */
  partConclusion: z.enum(conclusions).optional(),
  reason: word(60).optional(),
  host: word(253).optional(),
  /** Begins with it. */
  path: word(200).optional(),
  method: word(20).optional(),
  /** ZZ: of no country that is known. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/u)
    .optional(),
  /** 0: of none that is known. */
  operator: z.coerce.number().int().min(0).max(4_294_967_295).optional(),
  program: word(60).optional(),
  /** Whose, under the name that stands in place of the address; `unknown` where there was none. */
  visitor: word(64).optional(),
  failedOpen: z.enum(['true', 'false']).optional(),
  control: z.enum(['true', 'false']).optional(),
  probe: z.enum(['true', 'false']).optional(),
  solved: z.enum(['true', 'false']).optional(),
  rung: z.enum(ladderRungs).optional(),
  /** What programs of this kind are for. */
  purpose: z.enum(programPurposes).optional(),
  /** Whether it was anything but let through. */
  stopped: z.enum(['true', 'false']).optional(),
  /** What took this long or longer, in milliseconds. */
  tookMsMin: z.coerce.number().min(0).max(60_000).optional(),
  /** Exactly it; of a path that is longer, the first 200 characters, by which paths are counted. */
  exactPath: word(200).optional(),
  /** From this moment of the period on. */
  notBefore: timeSchema.optional(),
  /** Until right before this moment of the period. */
  before: timeSchema.optional(),
}

/** A stored decision: what of the request is kept holds no address, query, header or e-mail. */
export const storedDecisionSchema = protectionDecisionSchema
  .pick({ id: true, conclusion: true, reasons: true, failedOpen: true, control: true, tookMs: true })
  .extend({
    at: timeSchema,
    from: z.enum(decidedIn),
    parts: z.array(decisionPartSchema),
    method: z.string(),
    host: z.string(),
    path: z.string(),
    country: z.string().nullable(),
    operator: z.object({ number: z.int(), name: z.string().nullable() }).nullable(),
    /** A keyed hash of the network, for one day the same. */
    visitor: z.string().nullable(),
    browser: z.string(),
    program: z.object({ name: z.string(), purpose: z.string(), verified: z.boolean() }).nullable(),
    probe: z.boolean(),
    rung: z.enum(ladderRungs).nullable(),
    solved: z.boolean(),
    ending: z.enum(endings).nullable(),
    status: z.int().nullable(),
    labels: z.record(z.string(), z.string()),
  })
export type StoredDecision = z.infer<typeof storedDecisionSchema>

const byConclusion = z.object({ allow: z.int(), challenge: z.int(), throttle: z.int(), deny: z.int() })
const totals = byConclusion.extend({
  requests: z.int(),
  /** Of those that were challenged. */
  solved: z.int(),
  failedOpen: z.int(),
  probes: z.int(),
  /** That there was no room for: neither counted nor stored. */
  lost: z.int(),
  /** What parts in dry run would have stopped. */
  wouldChallenge: z.int(),
  wouldThrottle: z.int(),
  wouldDeny: z.int(),
  /** Requests that never reached the site, and the bytes that its mean answer has times them; null where no size is known. */
  savedRequests: z.int(),
  savedBytes: z.int().nullable(),
  /** Messages that forms refused or held for a review. */
  savedMessages: z.int(),
  tookMsP50: z.number().nullable(),
  tookMsP99: z.number().nullable(),
})
const top = <T extends z.ZodType>(value: T) =>
  z.array(z.object({ value, name: z.string().nullable(), ...byConclusion.shape }))
/**
 * Requests and what became of them. Counts are of all requests; single decisions that allow may be a sample (`sampledPercent`), and the log says so.
 */
export const protectionStatisticsSchema = z.object({
  period: z.enum(analyticsPeriods),
  from: timeSchema,
  to: timeSchema,
  bucketMinutes: z.int(),
  totals,
  /** The days or hours right before. */
  previous: totals,
  buckets: z.array(z.object({ at: timeSchema, ...byConclusion.shape, solved: z.int() })),
  rungs: z.array(z.object({ rung: z.enum(ladderRungs), requests: z.int() })),
  parts: top(z.string()),
  reasons: top(z.string()),
  paths: top(z.string()),
  hosts: top(z.string()),
  countries: top(z.string().nullable()),
  operators: top(z.int().nullable()),
  visitors: top(z.string().nullable()),
  programs: top(z.string()),
  /** The same programs by what they are for, one of `programPurposes`. */
  purposes: top(z.string()),
  /** How often a person was stopped: of the control group, who solved the challenge in place of a denial. */
  mistakes: z.object({
    control: shareSchema,
    /** Of visitors who complained and were judged. */
    reports: z.object({ open: z.int(), right: z.int(), wrong: z.int() }),
  }),
})
export type ProtectionStatistics = z.infer<typeof protectionStatisticsSchema>

const solutionParams = z.strictObject({ solutionId: idSchema })
const base = '/protection/v1/solutions/{solutionId}'

export const protectionAnalyticsRoutes = {
  getProtectionStatistics: defineRoute({
    id: 'getProtectionStatistics',
    method: 'GET',
    path: `${base}/statistics`,
    access: protectionPolicy['protection.read'],
    summary:
      'Requests of a site by what became of them, over time and by limiter, path, country, operator, visitor, program and its purpose; and how often the protection was wrong.',
    params: solutionParams,
    query: z.strictObject({ period: z.enum(analyticsPeriods).default('24h') }),
    response: { status: 200, schema: protectionStatisticsSchema },
    problems: [],
  }),
  listDecisions: defineRoute({
    id: 'listDecisions',
    method: 'GET',
    path: `${base}/decisions`,
    access: protectionPolicy['protection.read'],
    summary: 'Single decisions, newest first, by any filter.',
    params: solutionParams,
    query: z.strictObject({ ...pageQuery, period: z.enum(analyticsPeriods).default('24h'), ...decisionFilter }),
    response: { status: 200, schema: pageOf(storedDecisionSchema) },
    problems: [],
  }),
  getDecision: defineRoute({
    id: 'getDecision',
    method: 'GET',
    path: `${base}/decisions/{decisionId}`,
    access: protectionPolicy['protection.read'],
    summary: 'One decision by its id, as it stands in the header of the answer.',
    params: solutionParams.extend({ decisionId: idSchema }),
    response: { status: 200, schema: storedDecisionSchema },
    problems: [],
  }),
  exportDecisions: defineRoute({
    id: 'exportDecisions',
    method: 'GET',
    path: `${base}/decisions-file`,
    access: protectionPolicy['protection.read'],
    summary: 'Decisions by any filter as a file, oldest first, at most 100 000.',
    params: solutionParams,
    query: z.strictObject({
      period: z.enum(analyticsPeriods).default('24h'),
      format: z.enum(['CSV', 'JSON']).default('CSV'),
      ...decisionFilter,
    }),
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['text/csv', 'application/json'] },
    problems: [],
  }),
} as const
