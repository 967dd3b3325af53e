import { anybody, secretKey } from './access.ts'
import { captchaPolicy } from './captcha-policy.ts'
import { z } from 'zod'
import { captchaAlertRoutes } from './captcha-alerts.ts'
import { captchaEngineRoutes } from './captcha-engine.ts'
import { captchaEnvironmentRoutes } from './captcha-environments.ts'
import { captchaErasureRoutes } from './captcha-erasure.ts'
import { captchaExportRoutes } from './captcha-export.ts'
import { captchaFailoverRoutes } from './captcha-failover.ts'
import { captchaFeedbackRoutes } from './captcha-feedback.ts'
import { captchaKeyRoutes } from './captcha-keys.ts'
import { captchaLogRoutes } from './captcha-log.ts'
import { captchaRuleRoutes } from './captcha-rule-routes.ts'
import { captchaSettingsRoutes } from './captcha-settings.ts'
import { captchaStatisticsRoutes } from './captcha-statistics.ts'
import { decisionSchema, outcomes, reasonSchema, verificationSchema, workAlgorithms } from './captcha-verification.ts'
import { captchaWidgetSettingsRoutes } from './captcha-widget-settings.ts'
import { captchaWhatIfRoutes } from './captcha-what-if.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, timeSchema, wordOfText } from './wire.ts'

/**
 * The work to do. `token` is the signed challenge (base64url); the block to hash is derived from
 * it, see the proof-of-work package. `count` sub-puzzles, each met when the first 32 bits of the
 * hash are below `target`; with `equix` it is the hash of a solution of Equi-X, see its specification in that package.
 */
export const challengeSchema = z.object({
  token: z.string(),
  algorithm: z.enum(workAlgorithms),
  count: z.int(),
  target: z.int(),
  expiresAt: timeSchema,
})
export type Challenge = z.infer<typeof challengeSchema>

const uint32Schema = z.int().min(0).max(0xffff_ffff)
/** What a page may give its own server with a token. */
const pageDataSchema = z.string().max(255).regex(wordOfText)

/**
 * Verdicts of the widget: which checks ran and which found something, one bit each, in the order of the widget's build
 * (`layout`) and sealed for the challenge (`sealVerdicts` of the proof-of-work package; base64url, 27 characters).
 */
const collectedSchema = z.strictObject({
  layout: uint32Schema,
  verdicts: z.string().max(64),
  /** Drawn when the page was opened: which tokens come from one page. */
  page: uint32Schema.optional(),
  /** Of the pauses between keys, the directions of movements and the order of presses; 0 where there was too little of it. */
  digests: z.array(uint32Schema).length(3).optional(),
})

/**
 * `reasons` says who decided (`blocked-by-rule`, `test-key`) or that the work was wrong (`work-wrong`), and nothing else: what
 * was found about the browser stands in the owner's log. The visitor quotes the first 13
 * characters of `verificationId` as reference code, and the log finds it by them.
 */
const refused = z.object({ status: z.literal('refused'), verificationId: idSchema, reasons: z.array(z.string()) })

/** `collect` is false where the site runs in minimal data mode: the widget then reads nothing of the browser and sends no verdicts. `privateToken` asks it to try getPrivateToken. */
const started = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('challenge'),
    verificationId: idSchema,
    collect: z.boolean(),
    privateToken: z.boolean().optional(),
    challenge: challengeSchema,
  }),
  z.object({ status: z.literal('passed'), verificationId: idSchema, token: z.string(), expiresAt: timeSchema }),
  refused,
])
const answered = z.discriminatedUnion('status', [
  z.object({ status: z.literal('passed'), verificationId: idSchema, token: z.string(), expiresAt: timeSchema }),
  z.object({
    status: z.literal('challenge'),
    verificationId: idSchema,
    collect: z.boolean(),
    privateToken: z.boolean().optional(),
    challenge: challengeSchema,
  }),
  refused,
])

/**
 * Whether every visitor of a site gets more work. `OWNER`: the settings say so. `SERVICE`: it sees an attack, `since` then, and
 * stops within ten minutes of its end.
 */
const underAttackSchema = z.object({
  active: z.boolean(),
  by: z.enum(['OWNER', 'SERVICE']).nullable(),
  since: timeSchema.nullable(),
  /** The work is doubled so many times. */
  bits: z.int(),
})
export type UnderAttack = z.infer<typeof underAttackSchema>

export const siteSchema = z.object({
  solutionId: idSchema,
  siteKey: z.string(),
  secretKey: z.object({ prefix: z.string(), last4: z.string(), createdAt: timeSchema }),
  domains: z.array(z.string()),
  firstVerificationAt: timeSchema.nullable(),
  firstFetchedAt: timeSchema.nullable(),
  underAttack: underAttackSchema,
})
export type Site = z.infer<typeof siteSchema>

const solutionParams = z.strictObject({ solutionId: idSchema })
const verificationParams = z.strictObject({ verificationId: idSchema })

export const captchaRoutes = {
  ...captchaAlertRoutes,
  ...captchaEngineRoutes,
  ...captchaEnvironmentRoutes,
  ...captchaErasureRoutes,
  ...captchaExportRoutes,
  ...captchaFailoverRoutes,
  ...captchaFeedbackRoutes,
  ...captchaKeyRoutes,
  ...captchaLogRoutes,
  ...captchaRuleRoutes,
  ...captchaSettingsRoutes,
  ...captchaStatisticsRoutes,
  ...captchaWhatIfRoutes,
  ...captchaWidgetSettingsRoutes,
  startVerification: defineRoute({
    id: 'startVerification',
    method: 'POST',
    path: '/captcha/v1/verifications',
    access: anybody,
    summary: 'The widget asks for work. The service judges what it alone can see and sets the difficulty.',
    body: {
      name: 'verificationNewDto',
      schema: z.strictObject({
        siteKey: z.string().max(64),
        language: z.string().max(35).optional(),
        action: z.string().max(100).regex(lineOfText).optional(),
        /** Path of the page, for rules; stored nowhere. */
        path: z.string().max(256).regex(lineOfText).optional(),
        /** Lets the customer's own tests and partners pass without work. */
        bypassKey: z.string().max(100).optional(),
        /** As in the answer, for visitors who pass without work. */
        cData: pageDataSchema.optional(),
        /** Of an earlier start that was throttled: the place in the queue. */
        ticket: z.string().max(128).optional(),
      }),
    },
    response: { status: 201, schema: started },
    problems: [
      'malformed-json',
      'validation-failed',
      'site-key-unknown',
      'origin-not-allowed',
      'site-paused',
      'solution-locked',
      'too-large',
      'rate-limited',
      'throttled',
      'unavailable',
    ],
  }),
  answerVerification: defineRoute({
    id: 'answerVerification',
    method: 'POST',
    path: '/captcha/v1/verifications/{verificationId}/solutions',
    access: anybody,
    summary: 'The widget hands in its work and its verdict bits; the challenge is burnt, right or wrong.',
    params: verificationParams,
    body: {
      name: 'solutionDto',
      schema: z.strictObject({
        challenge: z.string().max(512),
        /** `count` unsigned 32-bit counters, big-endian, base64url; with `equix` each is followed by the 16 bytes of its solution. */
        solution: z.string().max(1024),
        workMs: z.int().min(0).max(3_600_000),
        collected: collectedSchema.optional(),
        /** Answers to the two engine programs of the challenge. */
        engine: z.array(uint32Schema).length(2).optional(),
        /** What the widget can solve a second round with, beside `sha256`. */
        stepUp: z.literal('equix').optional(),
        /** `proof` of getPrivateToken. */
        privateToken: z.string().max(64).optional(),
        /** What the page gives its own server with the token, as Turnstile does it. Carried in the token and stored nowhere. */
        cData: pageDataSchema.optional(),
        /** As at the start, for rules that wait for the score. */
        path: z.string().max(256).regex(lineOfText).optional(),
        /** As at the start: a site learns a new action from visitors who pass. */
        action: z.string().max(100).regex(lineOfText).optional(),
      }),
    },
    response: { status: 200, schema: answered },
    problems: [
      'malformed-json',
      'validation-failed',
      'challenge-invalid',
      'challenge-expired',
      'already-answered',
      'origin-not-allowed',
      'solution-locked',
      'too-large',
      'throttled',
      'unavailable',
    ],
  }),
  getVerificationResult: defineRoute({
    id: 'getVerificationResult',
    method: 'GET',
    path: '/captcha/v1/verifications/{verificationId}/result',
    access: secretKey,
    summary: "The customer's server asks whether the visitor passed. Counts once.",
    params: verificationParams,
    response: { status: 200, schema: verificationSchema },
    problems: [
      'secret-key-invalid',
      'solution-locked',
      'verification-not-found',
      'result-expired',
      'retrieval-limit',
      'unavailable',
    ],
  }),
  siteverify: defineRoute({
    id: 'siteverify',
    method: 'POST',
    path: '/captcha/v1/siteverify',
    access: anybody,
    summary:
      'The same question in the shape that other captchas use: 200 with success and error codes. A token counts once.',
    body: {
      name: 'siteverifyDto',
      schema: z.object({
        secret: z.string().max(200),
        response: z.string().max(2048),
        remoteip: z.string().max(64).optional(),
        sitekey: z.string().max(64).optional(),
        idempotency_key: z.uuid().optional(),
      }),
    },
    response: {
      status: 200,
      schema: z.object({
        success: z.boolean(),
        challenge_ts: timeSchema.optional(),
        hostname: z.string().optional(),
        action: z.string().nullable().optional(),
        /** 0 = person, 1 = bot; null for visitors who passed while the service was away. */
        score: z.number().nullable().optional(),
        verification_id: idSchema.optional(),
        reasons: z.array(reasonSchema).optional(),
        outcome: z.enum(outcomes).optional(),
        decision: decisionSchema.optional(),
        check_ms: z.int().optional(),
        work_ms: z.int().optional(),
        /** Whether `remoteip` is in the network that solved the challenge; null where none was given, or the two cannot be compared. */
        same_network: z.boolean().nullable().optional(),
        'error-codes': z.array(z.string()),
      }),
    },
    problems: ['malformed-json', 'media-type', 'too-large', 'unavailable'],
  }),
  getSite: defineRoute({
    id: 'getSite',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}',
    access: captchaPolicy['site.read'],
    summary: 'Keys and domains of a CAPTCHA solution, and whether it was used yet.',
    params: solutionParams,
    response: { status: 200, schema: siteSchema },
    problems: ['unauthenticated', 'not-found'],
  }),
  rotateSecretKey: defineRoute({
    id: 'rotateSecretKey',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/secret-keys',
    access: captchaPolicy['key.close'],
    summary: 'Replace the secret key; the old one ends at once. Shown this once.',
    params: solutionParams,
    response: { status: 201, schema: z.object({ secretKey: z.string() }) },
    problems: ['unauthenticated', 'role-too-low', 'step-up-required', 'not-found', 'quota-exceeded'],
  }),
}
