import { conclusions } from '@bollard/decisions'
import { z } from 'zod'
import { shareSchema } from './captcha-feedback.ts'
import { protectionPolicy } from './protection-policy.ts'
import { defineRoute } from './route.ts'
import { timezoneSchema } from './solution.ts'
import { idSchema, lineOfText, pageOf, pageQuery, timeSchema, versionSchema } from './wire.ts'

/** Of one solution. */
export const limitersMax = 50
/** Of one limiter. */
export const limiterOverridesMax = 1_000
export const allowedVisitorsMax = 1_000

export const partModes = ['DRY_RUN', 'LIVE'] as const
export const outagePolicies = ['OPEN', 'CLOSED', 'LOCAL'] as const
export const limitKinds = ['FIXED_WINDOW', 'SLIDING_WINDOW', 'TOKEN_BUCKET', 'CONCURRENCY', 'QUOTA'] as const
export const limitMax = 500_000_000

const seconds = z
  .int()
  .min(1)
  .max(31 * 86_400)
const units = z.int().min(1).max(limitMax)

/** How many requests, or how much cost, one key may use. */
export const limitSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('FIXED_WINDOW'), limit: units, windowSeconds: seconds }),
  /** `limit` in whatever window one looks at, never more. */
  z.strictObject({ kind: z.literal('SLIDING_WINDOW'), limit: units, windowSeconds: seconds }),
  /** At most `limit` at once, and `tokens` more every `everySeconds`, which come one by one. */
  z.strictObject({ kind: z.literal('TOKEN_BUCKET'), limit: units, tokens: units, everySeconds: seconds }),
  /** `limit` at the same time; what a killed process held comes back after `leaseSeconds`. */
  z.strictObject({ kind: z.literal('CONCURRENCY'), limit: units.max(1_000), leaseSeconds: seconds }),
  /** `limit` in each day or month of the calendar in a time zone. */
  z.strictObject({ kind: z.literal('QUOTA'), limit: units, period: z.enum(['DAY', 'MONTH']), zone: timezoneSchema }),
])
export type LimiterLimit = z.infer<typeof limitSchema>

const named = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/u)

/** What requests are told apart by; one to four of them make the key of a limiter. */
export const keyPartSchema = z.discriminatedUnion('from', [
  z.strictObject({
    from: z.literal('network'),
    v4: z.union([z.literal(24), z.literal(32)]).default(32),
    v6: z.union([z.literal(48), z.literal(56), z.literal(64)]).default(64),
  }),
  z.strictObject({ from: z.enum(['operator', 'country', 'user', 'path', 'email', 'ticket', 'tls']) }),
  z.strictObject({ from: z.enum(['header', 'cookie']), name: named }),
  /** Text with fields of the request, such as `{method} {path[1]}`. */
  z.strictObject({ from: z.literal('expression'), text: z.string().min(1).max(200).regex(lineOfText) }),
])
export type LimiterKeyPart = z.infer<typeof keyPartSchema>

export const ladderRungs = ['LOG', 'EASY', 'HARD', 'THROTTLE', 'DENY'] as const
const byWork = (value: z.ZodInt) => z.strictObject({ EASY: value, HARD: value })
/** How a limiter answers to pressure, in percent of its limit: it raises the work before it refuses. */
export const ladderSchema = z.strictObject({
  steps: z
    .array(z.strictObject({ rung: z.enum(ladderRungs), fromPercent: z.int().min(1).max(800) }))
    .min(1)
    .max(ladderRungs.length)
    .refine(
      (steps) =>
        steps.every((step, index) => {
          const before = steps[index - 1]
          return (
            before === undefined ||
            (step.fromPercent > before.fromPercent && ladderRungs.indexOf(step.rung) > ladderRungs.indexOf(before.rung))
          )
        }),
      { params: { code: 'not-ascending' } },
    ),
  holdSeconds: seconds,
  /** Units of the limit that a solved challenge gives back. */
  credit: byWork(z.int().min(0).max(1_000)),
  /** Work in percent of the usual. */
  work: byWork(z.int().min(1).max(10_000)),
})
export type LimiterLadder = z.infer<typeof ladderSchema>

/** Which requests something is for; all of its fields have to fit, an empty list fits all. */
export const requestMatchSchema = z.strictObject({
  /** Host names. */
  hosts: z.array(z.string().min(1).max(253).toLowerCase()).max(20).default([]),
  /** Paths in any case, with or without a slash at the end; `*` stands for any text, so `/api/*` is `/api` and all below it. */
  paths: z
    .array(
      z
        .string()
        .min(1)
        .max(200)
        .regex(/^\/[^?#\s]*$/u),
    )
    .max(20)
    .default([]),
  methods: z
    .array(z.string().regex(/^[A-Z]{1,20}$/u))
    .max(10)
    .default([]),
})
export type RequestMatch = z.infer<typeof requestMatchSchema>

/** Stands in header fields, so it is plain. */
const slug = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z\d]+(?:[-_.][a-z\d]+)*$/u)

const limiterFields = {
  name: slug,
  match: requestMatchSchema,
  limit: limitSchema,
  key: z.array(keyPartSchema).min(1).max(4),
  /** Requests without a part of the key: not limited, or limited together. */
  missing: z.enum(['SKIP', 'SHARE']).default('SKIP'),
  /** Which requests count. Those that are counted after are reserved before and given back. */
  counts: z.enum(['BEFORE', 'AFTER_FAILURE', 'AFTER_SUCCESS']).default('BEFORE'),
  /** What becomes of requests while nobody can count. */
  outage: z.enum(outagePolicies).default('OPEN'),
  /** Null: who exceeds the limit is throttled. */
  ladder: ladderSchema.nullable().default(null),
}
const newDto = z.strictObject(limiterFields)
export type LimiterNew = z.infer<typeof newDto>
/** `mode` LIVE begins a change that the change guard watches: an edit runs dry first; then 5 % of the visitors have it, then all. */
const changeDto = z.strictObject({ ...limiterFields, mode: z.enum(partModes), version: versionSchema })
export type LimiterChange = z.infer<typeof changeDto>

/**
 * Where a change of a limiter is. DRY_RUN: it is only counted what it would do; the former decides for everybody. SHARE: it holds for `percent` of the visitors, the former for the rest. ROLLED_BACK: it did harm, or somebody took it
 * back, and the former holds again.
 */
export const changeStages = ['DRY_RUN', 'SHARE', 'ALL', 'ROLLED_BACK'] as const
export const guardFaults = ['PASS_RATE_FELL', 'ERRORS_ROSE', 'DENIALS_ROSE'] as const
export const limiterRolloutSchema = z.object({
  stage: z.enum(changeStages),
  percent: z.int().min(0).max(100),
  since: timeSchema,
  /** When it goes on by itself, if it does no harm; null at the end. */
  nextAt: timeSchema.nullable(),
  /** Why it was rolled back; null for a person's word. */
  fault: z.enum(guardFaults).nullable(),
  /** Of the visitors under the change and under the former limiter since the stage began: those who could go on without being refused, or could have in its dry run. */
  passRate: z.object({ changed: shareSchema, former: shareSchema }),
  /** Answers of the site with 4xx (but for our own) and 5xx; null in a dry run, of which the site notices nothing. */
  errorRate: z.object({ changed: shareSchema, former: shareSchema }),
})
export type LimiterRollout = z.infer<typeof limiterRolloutSchema>

export const limiterSchema = z.object({
  id: idSchema,
  ...limiterFields,
  mode: z.enum(partModes),
  /** Null where nothing is on its way. */
  rollout: limiterRolloutSchema.nullable(),
  overrides: z.int(),
  /** Of the last 24 hours: requests that it counted, and those that it challenged, throttled or denied, or would have in a dry run. */
  lastDay: z.object({ counted: z.int(), challenged: z.int(), throttled: z.int(), denied: z.int() }),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  version: versionSchema,
})
export type Limiter = z.infer<typeof limiterSchema>

const note = z.string().trim().min(1).max(200).regex(lineOfText)
const until = timeSchema.nullable().default(null)
const byWhom = { id: idSchema, createdAt: timeSchema, createdBy: z.string() }
const overrideFields = {
  /** One for each part of the key; a network holds for each key within it, `*` is any. */
  values: z.array(z.string().min(1).max(300).regex(lineOfText)).min(1).max(4),
  /** Null: not limited. */
  limit: units.nullable(),
  until,
  note,
}
export const limiterOverrideSchema = z.object({ ...overrideFields, ...byWhom })
export type LimiterOverride = z.infer<typeof limiterOverrideSchema>

const allowedFields = {
  field: z.enum(['address', 'operator', 'user']),
  /** An address or a network in CIDR notation; the number of an operator; an account. */
  value: z.string().trim().min(1).max(200).regex(lineOfText),
  until,
  note,
}
export const allowedVisitorSchema = z.object({
  ...allowedFields,
  ...byWhom,
  /** How many requests it let through in the last 30 days. */
  used: z.int(),
})
export type AllowedVisitor = z.infer<typeof allowedVisitorSchema>

/** A limiter on the stored decisions of the last days. Nothing is saved. */
const whatIfDto = z.strictObject({ limiter: newDto, days: z.int().min(1).max(30).default(7) })
export type LimiterWhatIfRequest = z.infer<typeof whatIfDto>
const hits = z.object({ conclusion: z.enum(conclusions), requests: z.int(), keys: z.int() })
export const limiterWhatIfSchema = z.object({
  from: timeSchema,
  to: timeSchema,
  /** Stored requests that it would have been about. */
  replayed: z.int(),
  /** Part of all requests that is stored; 1 when all. Counts are not scaled up. */
  share: z.number(),
  /** What would have become of them. */
  hits: z.array(hits),
  /** Of those that it would have stopped: how many had passed a captcha or were marked as people. */
  people: z.int(),
  /** Key parts that are not stored, so that requests with them could not be told apart: nothing can be said then. */
  unknownParts: z.array(z.string()),
  /** Whom it would have stopped most, under a name that nobody can read back. */
  top: z.array(z.object({ key: z.string(), requests: z.int(), paths: z.array(z.string()) })),
})
export type LimiterWhatIf = z.infer<typeof limiterWhatIfSchema>

const solutionParams = z.strictObject({ solutionId: idSchema })
const limiterParams = solutionParams.extend({ limiterId: idSchema })
const base = '/protection/v1/solutions/{solutionId}'
const limiters = `${base}/limiters`
const limiter = `${limiters}/{limiterId}`

export const protectionLimiterRoutes = {
  listLimiters: defineRoute({
    id: 'listLimiters',
    method: 'GET',
    path: limiters,
    access: protectionPolicy['protection.read'],
    summary: 'Limiters of a site, oldest first, each with what it did in the last 24 hours.',
    params: solutionParams,
    response: { status: 200, schema: pageOf(limiterSchema) },
    problems: [],
  }),
  createLimiter: defineRoute({
    id: 'createLimiter',
    method: 'POST',
    path: limiters,
    access: protectionPolicy['protection.change'],
    summary: `Create a limiter, in dry run: it counts and shows what it would do, and stops nobody. At most ${limitersMax}.`,
    params: solutionParams,
    body: { name: 'limiterNewDto', schema: newDto },
    response: { status: 201, schema: limiterSchema },
    location: `${limiters}/{id}`,
    repeatable: {},
    problems: ['quota-exceeded', 'in-use', 'idempotency-mismatch'],
  }),
  getLimiter: defineRoute({
    id: 'getLimiter',
    method: 'GET',
    path: limiter,
    access: protectionPolicy['protection.read'],
    summary: 'One limiter, with where its last change is.',
    params: limiterParams,
    response: { status: 200, schema: limiterSchema },
    problems: [],
  }),
  updateLimiter: defineRoute({
    id: 'updateLimiter',
    method: 'PUT',
    path: limiter,
    access: protectionPolicy['protection.change'],
    summary:
      'Change a limiter; `version` is the version you read. An edit of a live limiter runs as a dry run beside it first, then applies to 5 % of visitors, as going live does. The change guard then applies it to everyone or rolls it back.',
    params: limiterParams,
    body: { name: 'limiterDto', schema: changeDto },
    response: { status: 200, schema: limiterSchema },
    problems: ['version-conflict', 'in-use', 'state-conflict'],
  }),
  deleteLimiter: defineRoute({
    id: 'deleteLimiter',
    method: 'DELETE',
    path: limiter,
    access: protectionPolicy['protection.change'],
    summary: 'Delete a limiter with its overrides. What it did stays in the log.',
    params: limiterParams,
    response: { status: 204, schema: null },
    problems: [],
  }),
  finishLimiterChange: defineRoute({
    id: 'finishLimiterChange',
    method: 'POST',
    path: `${limiter}/change/finish`,
    access: protectionPolicy['protection.change'],
    summary: 'Let a change hold for all visitors now, without waiting for the change guard.',
    params: limiterParams,
    response: { status: 200, schema: limiterSchema },
    problems: ['state-conflict'],
  }),
  rollBackLimiterChange: defineRoute({
    id: 'rollBackLimiterChange',
    method: 'POST',
    path: `${limiter}/change/roll-back`,
    access: protectionPolicy['protection.relax'],
    summary: 'Roll back the last change to a limiter. The former version applies again immediately.',
    params: limiterParams,
    response: { status: 200, schema: limiterSchema },
    problems: ['state-conflict'],
  }),
  tryLimiter: defineRoute({
    id: 'tryLimiter',
    method: 'POST',
    path: `${base}/limiters-what-if`,
    access: protectionPolicy['protection.read'],
    summary:
      'What a limiter would have done to the stored requests of the last days. Changes nothing; at most 10 times a minute.',
    params: solutionParams,
    body: { name: 'limiterWhatIfDto', schema: whatIfDto },
    response: { status: 200, schema: limiterWhatIfSchema },
    problems: ['rate-limited'],
  }),
  listLimiterOverrides: defineRoute({
    id: 'listLimiterOverrides',
    method: 'GET',
    path: `${limiter}/overrides`,
    access: protectionPolicy['protection.read'],
    summary: 'Other limits for some keys of a limiter, newest first.',
    params: limiterParams,
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(limiterOverrideSchema) },
    problems: [],
  }),
  createLimiterOverride: defineRoute({
    id: 'createLimiterOverride',
    method: 'POST',
    path: `${limiter}/overrides`,
    access: protectionPolicy['protection.relax'],
    summary: 'Give a key of a limiter another limit, or none, until a moment or for ever, with a note that says why.',
    params: limiterParams,
    body: { name: 'limiterOverrideNewDto', schema: z.strictObject(overrideFields) },
    response: { status: 201, schema: limiterOverrideSchema },
    problems: ['quota-exceeded'],
  }),
  deleteLimiterOverride: defineRoute({
    id: 'deleteLimiterOverride',
    method: 'DELETE',
    path: `${limiter}/overrides/{overrideId}`,
    access: protectionPolicy['protection.relax'],
    summary: 'End an override: the limiter’s own limit holds again.',
    params: limiterParams.extend({ overrideId: idSchema }),
    response: { status: 204, schema: null },
    problems: [],
  }),
  listAllowedVisitors: defineRoute({
    id: 'listAllowedVisitors',
    method: 'GET',
    path: `${base}/allowed-visitors`,
    access: protectionPolicy['protection.read'],
    summary: 'The allow-list of a site, newest first: who is on it passes, whatever else is found.',
    params: solutionParams,
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(allowedVisitorSchema) },
    problems: [],
  }),
  createAllowedVisitor: defineRoute({
    id: 'createAllowedVisitor',
    method: 'POST',
    path: `${base}/allowed-visitors`,
    access: protectionPolicy['protection.relax'],
    summary: `Let an address, a network, an operator or an account pass, until a moment or for ever, with a note that says why. At most ${allowedVisitorsMax}.`,
    params: solutionParams,
    body: { name: 'allowedVisitorNewDto', schema: z.strictObject(allowedFields) },
    response: { status: 201, schema: allowedVisitorSchema },
    problems: ['quota-exceeded', 'in-use'],
  }),
  deleteAllowedVisitor: defineRoute({
    id: 'deleteAllowedVisitor',
    method: 'DELETE',
    path: `${base}/allowed-visitors/{allowedVisitorId}`,
    access: protectionPolicy['protection.change'],
    summary: 'Take an entry off the allow-list.',
    params: solutionParams.extend({ allowedVisitorId: idSchema }),
    response: { status: 204, schema: null },
    problems: [],
  }),
} as const
