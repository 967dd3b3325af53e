import { z } from 'zod'
import { captchaFeedbackRoutes, feedbackSchema } from './captcha-feedback.ts'
import { captchaSettingsRoutes } from './captcha-settings.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, pageOf, pageQuery, timeSchema } from './wire.ts'

/** What became of a visitor: let through, let through after extra work, or stopped. */
export const outcomes = ['PASSED', 'FLAGGED', 'REFUSED'] as const
export type Outcome = (typeof outcomes)[number]

/** One piece of evidence behind a score: a stable code, its group, and its weight in log-odds (positive = bot). */
export const reasonSchema = z.object({ code: z.string(), group: z.string(), weight: z.number() })
export type Reason = z.infer<typeof reasonSchema>

/**
 * The work to do. `token` is the signed challenge (base64url); the block to hash is derived from
 * it, see the proof-of-work package. `count` sub-puzzles, each met when the first 32 bits of the
 * hash are below `target`.
 */
export const challengeSchema = z.object({
  token: z.string(),
  algorithm: z.literal('sha256'),
  count: z.int(),
  target: z.int(),
  expiresAt: timeSchema,
})
export type Challenge = z.infer<typeof challengeSchema>

/**
 * Verdicts of the widget: which checks ran and which found something, one bit each, in the order of the widget's build
 * (`layout`) and sealed for the challenge (`sealVerdicts` of the proof-of-work package; base64url, 27 characters).
 */
const collectedSchema = z.strictObject({
  layout: z.int().min(0).max(0xffff_ffff),
  verdicts: z.string().max(64),
})

/** `collect` is false where the site runs in minimal data mode: the widget then reads nothing of the browser and sends no verdicts. `privateToken` asks it to try getPrivateToken. */
const started = z.discriminatedUnion('status', [
  z.object({ status: z.literal('challenge'), verificationId: idSchema, collect: z.boolean(), privateToken: z.boolean().optional(), challenge: challengeSchema }),
  z.object({ status: z.literal('passed'), verificationId: idSchema, token: z.string(), expiresAt: timeSchema }),
])
const answered = z.discriminatedUnion('status', [
  z.object({ status: z.literal('passed'), verificationId: idSchema, token: z.string(), expiresAt: timeSchema }),
  z.object({ status: z.literal('challenge'), verificationId: idSchema, collect: z.boolean(), privateToken: z.boolean().optional(), challenge: challengeSchema }),
  z.object({ status: z.literal('refused'), verificationId: idSchema, reasons: z.array(z.string()) }),
])

/** What the customer's server and the dashboard see of one verification. */
export const verificationSchema = z.object({
  verificationId: idSchema,
  solutionId: idSchema,
  outcome: z.enum(outcomes),
  passed: z.boolean(),
  /** 0 = person, 1 = bot. */
  score: z.number(),
  reasons: z.array(reasonSchema),
  hostname: z.string(),
  action: z.string().nullable(),
  browser: z.string(),
  operatingSystem: z.string(),
  device: z.string(),
  language: z.string().nullable(),
  network: z.string(),
  /** ISO 3166-1 alpha-2, as offline data knows the network; null when it does not. */
  country: z.string().nullable(),
  /** Number of the network operator's autonomous system; null when unknown. */
  asn: z.int().nullable(),
  startedAt: timeSchema,
  finishedAt: timeSchema,
  /** From the challenge to the answer, as the server saw it. */
  checkMs: z.int(),
  /** Time the visitor's browser spent on the work, as it says itself. */
  workMs: z.int(),
  /** Expected number of hashes behind the work. */
  workHashes: z.number(),
  rounds: z.int(),
  firstFetchedAt: timeSchema.nullable(),
  /** What the customer told about the visitor afterwards; always null in the answer that redeems a result. */
  feedback: feedbackSchema.nullable(),
})
export type Verification = z.infer<typeof verificationSchema>

export const siteSchema = z.object({
  solutionId: idSchema,
  siteKey: z.string(),
  secretKey: z.object({ prefix: z.string(), last4: z.string(), createdAt: timeSchema }),
  domains: z.array(z.string()),
  firstVerificationAt: timeSchema.nullable(),
  firstFetchedAt: timeSchema.nullable(),
})
export type Site = z.infer<typeof siteSchema>

export const periods = ['24h', '7d', '30d'] as const
export type Period = (typeof periods)[number]

const totalsSchema = z.object({
  issued: z.int(), passed: z.int(), flagged: z.int(), refused: z.int(), fetched: z.int(),
  /** Milliseconds; null while nothing was checked. */
  checkMsMedian: z.int().nullable(), checkMsP95: z.int().nullable(),
})
export const statisticsSchema = z.object({
  period: z.enum(periods),
  from: timeSchema,
  to: timeSchema,
  bucketMinutes: z.int(),
  totals: totalsSchema,
  /** The same length of time right before. */
  previous: totalsSchema,
  buckets: z.array(z.object({ at: timeSchema, passed: z.int(), flagged: z.int(), refused: z.int() })),
  /** Main reasons of refusals, most frequent first. */
  refusalReasons: z.array(z.object({ code: z.string(), count: z.int() })),
})
export type Statistics = z.infer<typeof statisticsSchema>

/** Body of one server-sent event of `streamSite`. */
export const liveEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verification'), verification: verificationSchema }),
  z.object({ kind: z.literal('fetched'), verificationId: idSchema, at: timeSchema }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>

const solutionParams = z.strictObject({ solutionId: idSchema })
const verificationParams = z.strictObject({ verificationId: idSchema })

export const captchaRoutes = {
  ...captchaFeedbackRoutes,
  ...captchaSettingsRoutes,
  startVerification: defineRoute({
    id: 'startVerification', method: 'POST', path: '/captcha/v1/verifications', audience: 'public',
    summary: 'The widget asks for work. The service judges what it alone can see and sets the difficulty.',
    body: {
      name: 'verificationNewDto',
      schema: z.strictObject({ siteKey: z.string().max(64), language: z.string().max(35).optional(), action: z.string().max(64).regex(lineOfText).optional() }),
    },
    response: { status: 201, schema: started },
    problems: ['malformed-json', 'validation-failed', 'site-key-unknown', 'origin-not-allowed', 'too-large', 'rate-limited', 'unavailable'],
  }),
  answerVerification: defineRoute({
    id: 'answerVerification', method: 'POST', path: '/captcha/v1/verifications/{verificationId}/solutions', audience: 'public',
    summary: 'The widget hands in its work and its verdict bits; the challenge is burnt, right or wrong.',
    params: verificationParams,
    body: {
      name: 'solutionDto',
      schema: z.strictObject({
        challenge: z.string().max(512),
        /** `count` unsigned 32-bit counters, big-endian, base64url. */
        solution: z.string().max(512),
        workMs: z.int().min(0).max(3_600_000),
        collected: collectedSchema.optional(),
        /** `proof` of getPrivateToken. */
        privateToken: z.string().max(64).optional(),
      }),
    },
    response: { status: 200, schema: answered },
    problems: ['malformed-json', 'validation-failed', 'challenge-invalid', 'challenge-expired', 'already-answered', 'origin-not-allowed', 'too-large', 'unavailable'],
  }),
  getVerificationResult: defineRoute({
    id: 'getVerificationResult', method: 'GET', path: '/captcha/v1/verifications/{verificationId}/result', audience: 'secret-key',
    summary: 'The customer\'s server asks whether the visitor passed. Counts once.',
    params: verificationParams,
    response: { status: 200, schema: verificationSchema },
    problems: ['secret-key-invalid', 'verification-not-found', 'result-expired', 'retrieval-limit', 'unavailable'],
  }),
  siteverify: defineRoute({
    id: 'siteverify', method: 'POST', path: '/captcha/v1/siteverify', audience: 'public',
    summary: 'The same question in the shape that other captchas use: 200 with success and error codes. A token counts once.',
    body: {
      name: 'siteverifyDto',
      schema: z.object({ secret: z.string().max(200), response: z.string().max(2048), remoteip: z.string().max(64).optional(), sitekey: z.string().max(64).optional() }),
    },
    response: {
      status: 200,
      schema: z.object({
        success: z.boolean(),
        challenge_ts: timeSchema.optional(),
        hostname: z.string().optional(),
        action: z.string().nullable().optional(),
        score: z.number().optional(),
        verification_id: idSchema.optional(),
        reasons: z.array(reasonSchema).optional(),
        outcome: z.enum(outcomes).optional(),
        check_ms: z.int().optional(),
        work_ms: z.int().optional(),
        'error-codes': z.array(z.string()),
      }),
    },
    problems: ['malformed-json', 'media-type', 'too-large', 'unavailable'],
  }),
  getSite: defineRoute({
    id: 'getSite', method: 'GET', path: '/captcha/v1/sites/{solutionId}', audience: 'session',
    summary: 'Keys and domains of a CAPTCHA solution, and whether it was used yet. Viewers and up.',
    params: solutionParams,
    response: { status: 200, schema: siteSchema },
    problems: ['unauthenticated', 'not-found'],
  }),
  rotateSecretKey: defineRoute({
    id: 'rotateSecretKey', method: 'POST', path: '/captcha/v1/sites/{solutionId}/secret-keys', audience: 'session',
    summary: 'Replace the secret key; the old one ends at once. Shown this once. Admins only.',
    params: solutionParams,
    response: { status: 201, schema: z.object({ secretKey: z.string() }) },
    problems: ['unauthenticated', 'role-too-low', 'not-found'],
  }),
  getStatistics: defineRoute({
    id: 'getStatistics', method: 'GET', path: '/captcha/v1/sites/{solutionId}/statistics', audience: 'session',
    summary: 'Figures of a period beside those of the period before. Viewers and up.',
    params: solutionParams,
    query: z.strictObject({ period: z.enum(periods).default('7d') }),
    response: { status: 200, schema: statisticsSchema },
    problems: ['unauthenticated', 'invalid-parameter', 'not-found'],
  }),
  listVerifications: defineRoute({
    id: 'listVerifications', method: 'GET', path: '/captcha/v1/sites/{solutionId}/verifications', audience: 'session',
    summary: 'The log, newest first. Viewers and up.',
    params: solutionParams,
    query: z.strictObject({ ...pageQuery, outcome: z.enum(outcomes).optional() }),
    response: { status: 200, schema: pageOf(verificationSchema) },
    problems: ['unauthenticated', 'invalid-parameter', 'not-found'],
  }),
  getVerification: defineRoute({
    id: 'getVerification', method: 'GET', path: '/captcha/v1/sites/{solutionId}/verifications/{verificationId}', audience: 'session',
    summary: 'One verification with every reason. Reading it here does not count as a retrieval. Viewers and up.',
    params: solutionParams.extend({ verificationId: idSchema }),
    response: { status: 200, schema: verificationSchema },
    problems: ['unauthenticated', 'not-found'],
  }),
  streamSite: defineRoute({
    id: 'streamSite', method: 'GET', path: '/captcha/v1/sites/{solutionId}/live', audience: 'session',
    summary: 'New verifications and fetched results as server-sent events. Viewers and up.',
    params: solutionParams,
    response: { status: 200, schema: liveEventSchema, stream: true },
    problems: ['unauthenticated', 'not-found'],
  }),
}
