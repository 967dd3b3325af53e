import { captchaPolicy } from './captcha-policy.ts'
import { anybody } from './access.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'
import { widgetSettingsSchema } from './captcha-widget-settings.ts'
import { idSchema, lineOfText, timeSchema, versionSchema } from './wire.ts'

const hostName = z
  .string()
  .max(253)
  .regex(/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/iu)

/** A bot that signs its requests and is welcome (Web Bot Auth: HTTP message signatures, RFC 9421, with Ed25519). */
export const signedBotSchema = z.strictObject({
  name: z.string().trim().min(1).max(80).regex(lineOfText),
  /** `https` address under which the bot's operator publishes the key, when the bot names one; null for none. */
  agent: z.string().max(300).nullable(),
  /** Ed25519: a JWK or PEM. */
  publicKey: z.string().max(4_096),
})

export const underAttackModes = ['AUTO', 'ON', 'OFF'] as const
export type UnderAttackMode = (typeof underAttackModes)[number]

/** How the engine treats the visitors of a solution, in all its environments. Saved settings are obeyed by every process within seconds. */
export const siteSettingsSchema = z.strictObject({
  /** Score from which a visitor with hard evidence is stopped: 0.2 … 1, in steps of 0.01. */
  threshold: z.number().min(0.2).max(1).multipleOf(0.01).default(0.5),
  /** Less or more work for everybody, in percent. */
  difficulty: z.int().min(-50).max(50).default(0),
  /** How long a token and its result can be taken. */
  resultTtlMinutes: z.int().min(1).max(1_440).default(15),
  /** How often. */
  resultRetrievals: z.int().min(1).max(10).default(1),
  /** Without it only the work decides: nothing of the visitor is judged. */
  riskScoring: z.boolean().default(true),
  /** The widget reads nothing of the browser, and only the work and what the service itself sees count. */
  minimalData: z.boolean().default(false),
  /** A form field that people do not see, and most programs fill in. */
  honeypots: z.boolean().default(true),
  /**
   * What becomes of a visitor whose widget could not reach the service. `REFUSE`: does not pass. `RECORDED_OUTAGES`: passes
   * when the service itself has recorded an outage at that time, and never on the visitor's word alone.
   */
  failover: z.enum(['REFUSE', 'RECORDED_OUTAGES']).default('REFUSE'),
  /** Days for which single verifications are kept; not longer than the plan and the operator of the service keep them. */
  retentionDays: z.int().min(1).max(365).default(30),
  /** Pass at once, without work. Their keys are unlike. */
  signedBots: z.array(signedBotSchema).max(20).default([]),
  /** Private Access Tokens (RFC 9577, type 2) of this issuer count in favour of a visitor; null asks for none. */
  privateTokens: z
    .strictObject({
      issuer: hostName,
      /** SPKI in base64url, as the issuer publishes it. */ publicKey: z.string().max(2_048),
    })
    .nullable()
    .default(null),
  /**
   * Work rises with the volume of a network, of an operator and of the whole site, and with likeness; far beyond its budget visitors of
   * a network wait their turn. Attacks are `underAttack`.
   */
  volumeBudgets: z.boolean().default(true),
  /** More work for everybody. `AUTO`: while the service sees an attack. `ON`: until it is changed. `OFF`: never. */
  underAttack: z.enum(underAttackModes).default('AUTO'),
  /**
   * Addresses and networks in CIDR notation whose visitors get no more work for volume, likeness or an attack, and never wait.
   * They are still scored. At least /8 for IPv4 and /16 for IPv6; stored in their one form, each once.
   */
  exemptNetworks: z.array(z.string().max(60)).max(100).default([]),
  /**
   * Actions that pages of the site name. These are always in results; others are learnt from visitors who pass, a few an hour from each
   * network and as long as the site has not learnt too many. Each once.
   */
  actions: z
    .array(z.string().trim().min(1).max(100).regex(lineOfText))
    .max(100)
    .refine((actions) => new Set(actions).size === actions.length, { params: { code: 'duplicate' } })
    .default([]),
  /**
   * Whether a token is refused (`other-network`) and used up when the customer's server names, as `remoteip`, an address of another network than
   * the one that solved the challenge. Relays, phone carriers and pairs of IPv4 and IPv6 addresses differ honestly, so some people are refused.
   */
  refuseOtherNetworks: z.boolean().default(false),
  /**
   * Monitoring of other owners whose probes may pass here, by the ids of their solutions, each once. That of the same owner may
   * anyway. Probes do the work, are told from people everywhere, and count for nothing.
   */
  monitoredBy: z
    .array(idSchema)
    .max(20)
    .refine((all) => new Set(all).size === all.length, { params: { code: 'duplicate' } })
    .default([]),
  widget: widgetSettingsSchema.default(widgetSettingsSchema.parse({})),
})
export type SiteSettings = z.infer<typeof siteSettingsSchema>

/** Seconds that the work of one visitor takes: the mean, and what 95 of 100 visitors stay below. */
const predictedTime = z.object({ mean: z.number(), p95: z.number() })
export const predictedWorkSchema = z.object({
  difficulty: z.int(),
  devices: z.array(
    z.object({
      device: z.enum(['LAPTOP', 'PHONE', 'OLD_PHONE']),
      /** Expected hashes a second of such a device. */
      hashesPerSecond: z.int(),
      /** A visitor against whom nothing speaks, on a quiet site. */
      ordinary: predictedTime,
      /** The most at first, whatever speaks against the visitor. */
      suspicious: predictedTime,
      /** The second round, after a doubtful first one. */
      stepUp: predictedTime,
    }),
  ),
})
export type PredictedWork = z.infer<typeof predictedWorkSchema>

/** Settings as they are stored, with the number that a change must name. */
const storedSettings = siteSettingsSchema.extend({ version: versionSchema })

type Given<Shape> = { [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Field> ? Field : Shape[Name] }

/** The fields of a schema without their defaults: each has to be given. */
function given<Shape extends z.core.$ZodLooseShape>(shape: Shape): Given<Shape> {
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    field instanceof z.ZodDefault ? field.unwrap() : field,
  ])
  return Object.fromEntries(fields) as Given<Shape>
}

/**
 * Settings as they are saved: all of them, since `version` says which were read. With defaults for what is left out, a script that knows one
 * setting would reset the others to them.
 */
const wholeSettings = z.strictObject({
  ...given(siteSettingsSchema.shape),
  widget: z.strictObject(given(widgetSettingsSchema.shape)),
  version: versionSchema,
})

const solutionParams = z.strictObject({ solutionId: idSchema })

export const captchaSettingsRoutes = {
  getSiteSettings: defineRoute({
    id: 'getSiteSettings',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/settings',
    access: captchaPolicy['site.read'],
    summary: 'Get the settings of the site.',
    params: solutionParams,
    response: { status: 200, schema: storedSettings },
    problems: [],
  }),
  putSiteSettings: defineRoute({
    id: 'putSiteSettings',
    method: 'PUT',
    path: '/captcha/v1/sites/{solutionId}/settings',
    access: captchaPolicy['site.change'],
    summary:
      'Replace all settings: read them, change what you want, and send them back with their `version`. A missing setting is refused as `required`, an invalid one with its fault, and then nothing changes.',
    params: solutionParams,
    body: { name: 'siteSettingsDto', schema: wholeSettings },
    response: { status: 200, schema: storedSettings },
    problems: ['version-conflict', 'plan-feature', 'quota-exceeded'],
  }),
  getPredictedWork: defineRoute({
    id: 'getPredictedWork',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/predicted-work',
    access: captchaPolicy['site.read'],
    summary: 'Predicted waiting time at a difficulty, on three classes of device.',
    params: solutionParams,
    query: z.strictObject({ difficulty: z.coerce.number().int().min(-50).max(50).default(0) }),
    response: { status: 200, schema: predictedWorkSchema },
    problems: [],
  }),
  getPrivateToken: defineRoute({
    id: 'getPrivateToken',
    method: 'POST',
    path: '/captcha/v1/verifications/{verificationId}/private-token',
    access: anybody,
    summary:
      "Ask the browser for a Private Access Token. Without one, the response is 401 with the challenge in WWW-Authenticate, and browsers with an issuer retry automatically. The proof is part of the verification's answer.",
    params: z.strictObject({ verificationId: idSchema }),
    body: { name: 'privateTokenDto', schema: z.strictObject({ siteKey: z.string().max(64) }) },
    response: { status: 200, schema: z.object({ proof: z.string(), expiresAt: timeSchema }) },
    problems: [
      'private-token-required',
      'private-token-invalid',
      'site-key-unknown',
      'origin-not-allowed',
      'not-found',
    ],
  }),
}
