import { purposes as programPurposes } from '@bollard/crawlers/purposes'
import { conclusions } from '@bollard/decisions'
import { z } from 'zod'
import { anybody, secretKey } from './access.ts'
import { partModes } from './protection-limiters.ts'
import { protectionPolicy } from './protection-policy.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, timeSchema, versionSchema } from './wire.ts'

/** Of one call. */
export const reportedDecisionsMax = 500
export const partStates = ['RUN', 'CACHED', 'DRY_RUN', 'NOT_RUN'] as const
/** Who decided: our API, a middleware with its own copy of the policy, a gateway, or a proxy that asks by forward-auth. */
export const decidedIn = ['API', 'MIDDLEWARE', 'GATEWAY', 'FORWARD_AUTH'] as const
/** What became of the request at the site; REFUSED never came to be handled. */
export const endings = ['SUCCESS', 'FAILURE', 'REFUSED'] as const

const text = (max: number) => z.string().max(max).regex(lineOfText)
const names = z
  .record(text(100), text(1_000))
  .refine((all) => Object.keys(all).length <= 20, { params: { code: 'too-many' } })

/** A request as the customer's server saw it. Only what limiters of the site ask for needs to be sent. */
export const seenRequestSchema = z.strictObject({
  /** Of the visitor, as declared proxies tell it. */
  address: z.string().max(64).nullable(),
  method: z.string().regex(/^[A-Z]{1,20}$/u),
  host: z.string().min(1).max(253),
  /** With or without a query, which does not count and is not kept. */
  path: z.string().min(1).max(2_000),
  userAgent: text(1_000).default(''),
  /** By their names in lower case: those that keys of limiters name. */
  headers: names.default({}),
  cookies: names.default({}),
  /** An account of the customer's own. */
  user: text(200).nullable().default(null),
  email: text(254).nullable().default(null),
  /** How the client speaks TLS, such as a JA4. */
  tls: text(100).nullable().default(null),
})
export type SeenRequest = z.infer<typeof seenRequestSchema>

const decideDto = z.strictObject({
  request: seenRequestSchema,
  /** How much of each limit the request uses. */
  cost: z.int().min(1).max(1_000_000).default(1),
  /** Token of a captcha that the visitor passed for this request. It is used up. */
  captchaToken: z.string().max(2_048).optional(),
  /** The customer's own words, to search for. */
  labels: z
    .record(text(40), text(200))
    .refine((all) => Object.keys(all).length <= 10, { params: { code: 'too-many' } })
    .default({}),
})
export type DecideRequest = z.infer<typeof decideDto>

const reason = z.object({ code: z.string(), weight: z.number().min(0).max(100) })
export const decisionPartSchema = z.object({
  /** `allow-list`, `programs`, a part of a gateway, or the name of a limiter. */
  part: z.string(),
  state: z.enum(partStates),
  /** Null where it did not run. */
  conclusion: z.enum(conclusions).nullable(),
  reasons: z.array(reason),
  fault: z.enum(['ERROR', 'TIMEOUT']).nullable(),
})
/** What became of a request, and why. */
export const protectionDecisionSchema = z.object({
  /** A UUID of version 7. It stands in the header `Bollard-Decision`, in the dashboard, and in what a visitor who was stopped sends. */
  id: idSchema,
  conclusion: z.enum(conclusions),
  /** The weightiest first. */
  reasons: z.array(reason.extend({ part: z.string() })),
  parts: z.array(decisionPartSchema),
  /** Work that the visitor is asked for; exactly where the conclusion is CHALLENGE. `ticket` goes into `data-ticket` of the widget, which then asks for that much. */
  challenge: z.object({ siteKey: z.string(), percent: z.int(), ticket: z.string() }).nullable(),
  retryAfterMs: z.number().nullable(),
  /** For the answer to the visitor: `RateLimit`, `RateLimit-Policy`, `Retry-After`, `Bollard-Decision`. */
  headers: z.record(z.string(), z.string()),
  /** Whether something could not be told and lets the request pass for that. */
  failedOpen: z.boolean(),
  /** Whether the request belongs to the control group: it was challenged where it would have been denied, so that mistakes can be counted. */
  control: z.boolean(),
  tookMs: z.number(),
})
export type ProtectionDecision = z.infer<typeof protectionDecisionSchema>

/** A decision as a middleware or a gateway made it by the policy it had. */
const reportedDecision = z.strictObject({
  id: idSchema,
  at: timeSchema,
  policyVersion: versionSchema,
  request: seenRequestSchema.omit({ headers: true, cookies: true, email: true }),
  conclusion: z.enum(conclusions),
  reasons: z.array(z.strictObject({ code: text(60), weight: z.number().min(0).max(100), part: text(64) })).max(20),
  parts: z
    .array(
      z.strictObject({
        part: text(64),
        state: z.enum(partStates),
        conclusion: z.enum(conclusions).nullable(),
        reasons: z.array(z.strictObject({ code: text(60), weight: z.number().min(0).max(100) })).max(10),
        fault: z.enum(['ERROR', 'TIMEOUT']).nullable(),
      }),
    )
    .max(60),
  failedOpen: z.boolean(),
  control: z.boolean().default(false),
  /** Limiters that are being changed, with the side of the change that this visitor met. */
  tried: z
    .array(z.strictObject({ limiterId: text(64), round: z.int().min(0), changed: z.boolean() }))
    .max(20)
    .optional(),
  /** Names the pass that the visitor had, so that many requests with one count as one visitor; null for none. */
  pass: text(64).nullable().optional(),
  tookMs: z.number().min(0).max(60_000),
  /** A program that says who it is: `GOOGLEBOT` and the like, and whether that was proven. */
  program: z
    .strictObject({ name: text(60), purpose: text(30), verified: z.boolean() })
    .nullable()
    .default(null),
  /** A signed pass of one of our probes. */
  probe: z.boolean().default(false),
  ending: z.enum(endings).nullable().default(null),
  /** Status that the site answered with. */
  status: z.int().min(100).max(599).nullable().default(null),
  /**
   * Bytes that the site did not have to send since the request never reached it, by what it sends to such requests on average; null where
   * unknown, and of a challenge, which may still be solved.
   */
  savedBytes: z.int().min(0).nullable().default(null),
})
export type ReportedDecision = z.infer<typeof reportedDecision>

/** What a middleware or a gateway needs to decide by itself. */
export const protectionPolicySchema = z.object({
  version: versionSchema,
  solutionId: idSchema,
  siteKey: z.string(),
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: z.array(z.string()),
  controlPercent: z.number(),
  limiters: z.array(z.unknown()),
  allowed: z.array(
    z.object({
      field: z.enum(['address', 'operator', 'user']),
      value: z.string(),
      until: timeSchema.nullable(),
      note: z.string(),
    }),
  ),
  programs: z.unknown(),
  /** Where a visitor who was stopped says that it was a mistake: `{websiteUrl}/{language}/blocked?decision={id}`. */
  websiteUrl: z.string().optional(),
  /** Opens tickets and passes of this site; of the server's alone. */
  passSecret: z.string(),
})
export type ProtectionPolicyAnswer = z.infer<typeof protectionPolicySchema>

export { programPurposes }
export const programAnswers = ['ALLOW', 'CHALLENGE', 'DENY'] as const
const ofPurposes = z.object(
  Object.fromEntries(programPurposes.map((purpose) => [purpose, z.enum(programAnswers)])) as Record<
    (typeof programPurposes)[number],
    z.ZodEnum<{ ALLOW: 'ALLOW'; CHALLENGE: 'CHALLENGE'; DENY: 'DENY' }>
  >,
)
const settings = {
  trustedProxies: z.array(z.string().min(1).max(50)).max(50),
  /** Percent of those who would be denied that get a challenge instead. */
  controlPercent: z.number().min(0).max(5),
  programsMode: z.enum(partModes),
  /**
   * By purpose: what becomes of programs that say who they are. CHALLENGE and DENY need no proof. ALLOW opens nothing by a name alone, and
   * pardons no limit, not even where who they are is proven: a limiter counts them like all others.
   */
  programs: ofPurposes.strict(),
  /** What becomes of a program that is proven to be another one than it says. */
  spoofed: z.enum(programAnswers),
  /** Days for which single decisions are kept, without addresses. */
  decisionDays: z.int().min(1).max(90),
  /** Percent of the decisions that allow which are kept one by one; all others always are. */
  sampledPercent: z.int().min(1).max(100),
}
export const protectionSettingsSchema = z.object({ ...settings, version: versionSchema })
export type ProtectionSettings = z.infer<typeof protectionSettingsSchema>

/** Forwarded header fields and addresses of the newest requests, so that an owner sees whom we take for the visitor. */
export const seenAddressSchema = z.object({
  at: timeSchema,
  /** Whom the request came from, at our API, the middleware or the gateway. */
  peer: z.string(),
  forwardedFor: z.string().nullable(),
  /** Whom we take for the visitor. */
  visitor: z.string().nullable(),
  /** The last proxy in the chain that is not declared; null where all are. */
  undeclared: z.string().nullable(),
})

export const blockedReportStates = ['OPEN', 'RIGHT', 'WRONG'] as const
export const blockedReportSchema = z.object({
  id: idSchema,
  at: timeSchema,
  decisionId: idSchema,
  message: z.string(),
  email: z.string().nullable(),
  state: z.enum(blockedReportStates),
  decidedBy: z.string().nullable(),
})
export type BlockedReport = z.infer<typeof blockedReportSchema>

const solutionParams = z.strictObject({ solutionId: idSchema })
const base = '/protection/v1/solutions/{solutionId}'
const decisionParams = z.strictObject({ decisionId: idSchema })

export const protectionDecisionRoutes = {
  getProtectionSettings: defineRoute({
    id: 'getProtectionSettings',
    method: 'GET',
    path: `${base}/settings`,
    access: protectionPolicy['protection.read'],
    summary:
      'What holds for all of the protection of a site: declared proxies, programs, control group, how long decisions are kept.',
    params: solutionParams,
    response: { status: 200, schema: protectionSettingsSchema },
    problems: [],
  }),
  updateProtectionSettings: defineRoute({
    id: 'updateProtectionSettings',
    method: 'PUT',
    path: `${base}/settings`,
    access: protectionPolicy['protection-settings.change'],
    summary: 'Change what holds for all of the protection; `version` is the version you read.',
    params: solutionParams,
    body: { name: 'protectionSettingsDto', schema: z.strictObject({ ...settings, version: versionSchema }) },
    response: { status: 200, schema: protectionSettingsSchema },
    problems: ['version-conflict'],
  }),
  listSeenAddresses: defineRoute({
    id: 'listSeenAddresses',
    method: 'GET',
    path: `${base}/seen-addresses`,
    access: protectionPolicy['protection.read'],
    summary:
      'What the newest requests said of the visitor’s address and whom we took for the visitor; 20 at most, kept for an hour.',
    params: solutionParams,
    response: { status: 200, schema: z.object({ items: z.array(seenAddressSchema) }) },
    problems: [],
  }),
  decide: defineRoute({
    id: 'decide',
    method: 'POST',
    path: '/protection/v1/decisions',
    access: secretKey,
    summary:
      'Your server asks what to do with a request. Counts it, and answers also when something is away: by the outage policy of each limiter.',
    body: { name: 'decideDto', schema: decideDto },
    response: { status: 200, schema: protectionDecisionSchema },
    problems: ['secret-key-invalid', 'solution-locked', 'not-found'],
  }),
  endDecision: defineRoute({
    id: 'endDecision',
    method: 'POST',
    path: '/protection/v1/decisions/{decisionId}/ending',
    access: secretKey,
    summary:
      'Your server says what became of the request: what is counted after a failure or a success, and requests at the same time, are settled by it.',
    params: decisionParams,
    body: {
      name: 'endingDto',
      schema: z.strictObject({ ending: z.enum(endings), status: z.int().min(100).max(599).optional() }),
    },
    response: { status: 204, schema: null },
    problems: ['secret-key-invalid', 'not-found'],
  }),
  fetchProtectionPolicy: defineRoute({
    id: 'fetchProtectionPolicy',
    method: 'GET',
    path: '/protection/v1/policy',
    access: secretKey,
    summary:
      'What a middleware or a gateway needs to decide by itself. With `known`, the version that it has, the answer waits up to 25 seconds for a newer one.',
    query: z.strictObject({ known: z.coerce.number().int().min(0).optional() }),
    response: { status: 200, schema: protectionPolicySchema.nullable() },
    problems: ['secret-key-invalid', 'solution-locked', 'not-found', 'rate-limited'],
  }),
  reportDecisions: defineRoute({
    id: 'reportDecisions',
    method: 'POST',
    path: '/protection/v1/decisions/reports',
    access: secretKey,
    summary: 'A middleware or a gateway stores the decisions that it made; each counts once, however often it is sent.',
    body: {
      name: 'decisionReportDto',
      schema: z.strictObject({
        from: z.enum(['MIDDLEWARE', 'GATEWAY']),
        decisions: z.array(reportedDecision).max(reportedDecisionsMax),
        /** Requests that were let pass without a decision since nothing could be decided, by the reason. */
        undecided: z.int().min(0).default(0),
        /** Decisions that it made and had no room to report. */
        lost: z.int().min(0).default(0),
      }),
    },
    response: { status: 200, schema: z.object({ stored: z.int() }) },
    problems: ['secret-key-invalid', 'solution-locked', 'not-found', 'rate-limited'],
  }),
  forwardAuth: defineRoute({
    id: 'forwardAuth',
    method: 'GET',
    path: '/protection/v1/forward-auth',
    access: anybody,
    summary:
      'A proxy asks about each request: 204 lets it through, 401 carries the challenge, 403 and 429 refuse. The secret key comes in `Authorization` or `Bollard-Secret-Key`, the request in `X-Forwarded-Method`, `-Host`, `-Uri` and `-For`; with `by=nginx` in `X-Original-URL` and `X-Original-Method`, and 403 in place of 429. `show` answers with the page of an earlier answer.',
    query: z.strictObject({ by: z.enum(['nginx']).optional(), show: z.string().max(10).optional() }),
    response: { status: 204, schema: null },
    problems: ['secret-key-invalid', 'solution-locked'],
  }),
  reportBlocked: defineRoute({
    id: 'reportBlocked',
    method: 'POST',
    path: '/protection/v1/blocked-reports',
    access: anybody,
    summary:
      'A visitor who was stopped tells the owner, with the id of the decision and a captcha. The answer never says whether the id is known.',
    body: {
      name: 'blockedReportDto',
      schema: z.strictObject({
        decisionId: idSchema,
        message: z.string().trim().min(1).max(1_000),
        email: z.email().max(254).nullable().default(null),
        captchaToken: z.string().min(1).max(2_048),
      }),
    },
    response: { status: 202, schema: z.object({ received: z.literal(true) }) },
    problems: ['captcha-failed', 'rate-limited'],
  }),
  listBlockedReports: defineRoute({
    id: 'listBlockedReports',
    method: 'GET',
    path: `${base}/blocked-reports`,
    access: protectionPolicy['review.read'],
    summary: 'Visitors who say that they were stopped, newest first, 100 at most.',
    params: solutionParams,
    query: z.strictObject({ state: z.enum(blockedReportStates).optional() }),
    response: { status: 200, schema: z.object({ items: z.array(blockedReportSchema) }) },
    problems: [],
  }),
  decideBlockedReport: defineRoute({
    id: 'decideBlockedReport',
    method: 'PUT',
    path: `${base}/blocked-reports/{blockedReportId}`,
    access: protectionPolicy['review.decide'],
    summary: 'Say whether a visitor was stopped rightly; it counts among the mistakes that are shown.',
    params: solutionParams.extend({ blockedReportId: idSchema }),
    body: { name: 'blockedReportDecisionDto', schema: z.strictObject({ state: z.enum(['RIGHT', 'WRONG']) }) },
    response: { status: 200, schema: blockedReportSchema },
    problems: [],
  }),
} as const
