import { z } from 'zod'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, timeSchema } from './wire.ts'

const hostName = z.string().max(253).regex(/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/iu)

/** A bot that signs its requests and is welcome (Web Bot Auth: HTTP message signatures, RFC 9421, with Ed25519). */
export const signedBotSchema = z.strictObject({
  name: z.string().trim().min(1).max(80).regex(lineOfText),
  /** `https` address under which the bot's operator publishes the key, when the bot names one; null for none. */
  agent: z.string().max(300).nullable(),
  /** Ed25519: a JWK or PEM. */
  publicKey: z.string().max(4_096),
})

/** How the engine treats the visitors of one site. Saved settings are obeyed by every process within seconds. */
export const siteSettingsSchema = z.strictObject({
  /** The widget reads nothing of the browser, and only the work and what the service itself sees count. */
  minimalData: z.boolean(),
  /** Pass at once, without work. Their keys are unlike. */
  signedBots: z.array(signedBotSchema).max(20),
  /** Private Access Tokens (RFC 9577, type 2) of this issuer count in favour of a visitor; null asks for none. */
  privateTokens: z.strictObject({ issuer: hostName, /** SPKI in base64url, as the issuer publishes it. */ publicKey: z.string().max(2_048) }).nullable(),
})
export type SiteSettings = z.infer<typeof siteSettingsSchema>

const solutionParams = z.strictObject({ solutionId: idSchema })

export const captchaSettingsRoutes = {
  getSiteSettings: defineRoute({
    id: 'getSiteSettings', method: 'GET', path: '/captcha/v1/sites/{solutionId}/settings', audience: 'session',
    summary: 'How visitors of the site are treated. Viewers and up.',
    params: solutionParams,
    response: { status: 200, schema: siteSettingsSchema },
    problems: ['unauthenticated', 'invalid-parameter', 'not-found'],
  }),
  putSiteSettings: defineRoute({
    id: 'putSiteSettings', method: 'PUT', path: '/captcha/v1/sites/{solutionId}/settings', audience: 'session',
    summary: 'Replace the settings of the site. A key that cannot be used is refused with what is wrong, and nothing changes. Admins only.',
    params: solutionParams,
    body: { name: 'siteSettingsDto', schema: siteSettingsSchema },
    response: { status: 200, schema: siteSettingsSchema },
    problems: ['unauthenticated', 'invalid-parameter', 'malformed-json', 'unknown-field', 'validation-failed', 'role-too-low', 'not-found'],
  }),
  getPrivateToken: defineRoute({
    id: 'getPrivateToken', method: 'POST', path: '/captcha/v1/verifications/{verificationId}/private-token', audience: 'public',
    summary:
      'Asks the browser for a Private Access Token: without one it answers 401 with the challenge in WWW-Authenticate, and browsers that have an issuer come again by themselves. The proof goes with the answer of the verification.',
    params: z.strictObject({ verificationId: idSchema }),
    body: { name: 'privateTokenDto', schema: z.strictObject({ siteKey: z.string().max(64) }) },
    response: { status: 200, schema: z.object({ proof: z.string(), expiresAt: timeSchema }) },
    problems: ['private-token-required', 'private-token-invalid', 'site-key-unknown', 'origin-not-allowed', 'not-found', 'malformed-json', 'unknown-field', 'validation-failed', 'invalid-parameter', 'too-large', 'unavailable'],
  }),
}
