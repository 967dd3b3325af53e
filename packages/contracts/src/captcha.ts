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
import { captchaSavedFilterRoutes } from './captcha-saved-filters.ts'
import { captchaSettingsRoutes } from './captcha-settings.ts'
import { captchaStatisticsRoutes } from './captcha-statistics.ts'
import { decisionSchema, outcomes, reasonSchema, verificationSchema } from './captcha-verification.ts'
import { answerBodySchema, startBodySchema, verificationAnswerSchema } from './captcha-widget-calls.ts'
import { captchaWidgetSettingsRoutes } from './captcha-widget-settings.ts'
import { captchaWhatIfRoutes } from './captcha-what-if.ts'
import { defineRoute } from './route.ts'
import { idSchema, timeSchema } from './wire.ts'

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
  /** The newest API key of the first environment that does nothing but verify; null when all of them were revoked. */
  secretKey: z.object({ id: idSchema, prefix: z.string(), last4: z.string(), createdAt: timeSchema }).nullable(),
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
  ...captchaSavedFilterRoutes,
  ...captchaSettingsRoutes,
  ...captchaStatisticsRoutes,
  ...captchaWhatIfRoutes,
  ...captchaWidgetSettingsRoutes,
  startVerification: defineRoute({
    id: 'startVerification',
    method: 'POST',
    path: '/captcha/v1/verifications',
    access: anybody,
    summary: 'The widget requests a challenge. The service judges the signals only it can see and sets the difficulty.',
    body: {
      name: 'verificationNewDto',
      schema: startBodySchema,
    },
    response: { status: 201, schema: verificationAnswerSchema },
    problems: [
      'site-key-unknown',
      'origin-not-allowed',
      'site-paused',
      'solution-locked',
      'token-invalid',
      'rate-limited',
      'throttled',
    ],
  }),
  answerVerification: defineRoute({
    id: 'answerVerification',
    method: 'POST',
    path: '/captcha/v1/verifications/{verificationId}/solutions',
    access: anybody,
    summary:
      'The widget submits its proof of work and its findings as bits. This uses up the challenge, right or wrong.',
    params: verificationParams,
    body: {
      name: 'solutionDto',
      schema: answerBodySchema,
    },
    response: { status: 200, schema: verificationAnswerSchema },
    problems: [
      'challenge-invalid',
      'challenge-expired',
      'already-answered',
      'origin-not-allowed',
      'solution-locked',
      'throttled',
    ],
  }),
  getVerificationResult: defineRoute({
    id: 'getVerificationResult',
    method: 'GET',
    path: '/captcha/v1/verifications/{verificationId}/result',
    access: secretKey,
    summary: 'Your server asks whether the visitor passed. Counts as one retrieval.',
    params: verificationParams,
    response: { status: 200, schema: verificationSchema },
    problems: ['secret-key-invalid', 'solution-locked', 'verification-not-found', 'result-expired', 'retrieval-limit'],
  }),
  siteverify: defineRoute({
    id: 'siteverify',
    method: 'POST',
    path: '/captcha/v1/siteverify',
    access: anybody,
    summary:
      'Verify a token in the format other captchas use: 200 with success and error codes. Each token can be used once.',
    body: {
      name: 'siteverifyDto',
      forms: true,
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
    problems: [],
  }),
  getSite: defineRoute({
    id: 'getSite',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}',
    access: captchaPolicy['site.read'],
    summary: 'Keys and domains of a CAPTCHA solution, and whether it has been used yet.',
    params: solutionParams,
    response: { status: 200, schema: siteSchema },
    problems: [],
  }),
}
