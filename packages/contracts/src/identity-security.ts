import { anybody } from './access.ts'
import { identityPolicy } from './identity-policy.ts'
import { z } from 'zod'
import { emailSchema, passwordLength, passwordSchema, captchaTokenSchema, userSchema } from './identity.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, timeSchema } from './wire.ts'

const knownPassword = z.string().min(1).max(passwordLength.max)
/** Six digits of an authenticator app. */
const totpCode = z.string().regex(/^\d{6}$/u)
/** As it was shown, in upper or lower case, with or without its hyphens. */
const recoveryCode = z.string().min(20).max(60)
const linkToken = z.string().min(1).max(200)

/** A WebAuthn answer as `@simplewebauthn/browser` gives it; its parts are checked by the library on the server. */
const webAuthnResponse = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
})
/** Options as `@simplewebauthn/browser` takes them. */
const webAuthnOptions = z.object({ challengeId: idSchema, options: z.record(z.string(), z.unknown()) })

export const secondFactors = ['TOTP', 'RECOVERY_CODE', 'PASSKEY'] as const
export const sessionSchema = z.object({
  id: idSchema,
  current: z.boolean(),
  /** Such as "Firefox"; null when it cannot be told. */
  browser: z.string().nullable(),
  operatingSystem: z.string().nullable(),
  /** The network only: the last part of the address is cut off. */
  network: z.string().nullable(),
  createdAt: timeSchema,
  lastActiveAt: timeSchema,
  expiresAt: timeSchema,
})
export type Session = z.infer<typeof sessionSchema>

export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
  backedUp: z.boolean(),
})
export type Passkey = z.infer<typeof passkeySchema>
const passkeyName = z.string().trim().min(1).max(60).regex(lineOfText)

export const securitySchema = z.object({
  totp: z.object({ confirmedAt: timeSchema }).nullable(),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(passkeySchema),
  passwordChangedAt: timeSchema,
  /** An administrator of the deployment may act as one only in a session that has shown a second factor. This one has not. */
  adminNeedsSecondFactor: z.boolean(),
  /** From when a second factor is needed for what only admins may do, somewhere that is paid for; null with one, and where nothing is. */
  secondFactorFrom: timeSchema.nullable(),
  /**
   * `WAITING`: all second factors will be removed at this time, since somebody with the password said that they are lost.
   * `DONE`: they were, and there is none yet. Null otherwise.
   */
  factorRemoval: z.object({ state: z.enum(['WAITING', 'DONE']), at: timeSchema }).nullable(),
  /** Until when this session counts as just proven; null when it does not. */
  provenUntil: timeSchema.nullable(),
})
export type Security = z.infer<typeof securitySchema>

/**
 * `REMOVED`: what was set up is gone. `WAITING`: it goes at this time, since the account had another second factor before and has
 * none of those any more. `KEPT`: the same for an administrator, whose factors only the operator removes.
 */
export const newFactorUndoneSchema = z.object({
  outcome: z.enum(['REMOVED', 'WAITING', 'KEPT']),
  removalAt: timeSchema.nullable(),
})
export type NewFactorUndone = z.infer<typeof newFactorUndoneSchema>

const proofDto = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('PASSWORD'), password: knownPassword }),
  z.strictObject({ kind: z.literal('TOTP'), code: totpCode }),
  z.strictObject({ kind: z.literal('PASSKEY'), challengeId: idSchema, response: webAuthnResponse }),
])
const secondFactorDto = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('TOTP'), code: totpCode, trustDevice: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('RECOVERY_CODE'), code: recoveryCode }),
  z.strictObject({
    kind: z.literal('PASSKEY'),
    challengeId: idSchema,
    response: webAuthnResponse,
    trustDevice: z.boolean().default(false),
  }),
])
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).length(10) })

/** Passwords, second factors, passkeys, sessions and the proof that sensitive calls ask for. */
export const identitySecurityRoutes = {
  answerSecondFactor: defineRoute({
    id: 'answerSecondFactor',
    method: 'POST',
    path: '/identity/v1/sessions/second-factor',
    access: anybody,
    summary: 'Complete a sign-in with a second factor. A trusted device is not asked again for 30 days.',
    body: { name: 'secondFactorDto', schema: secondFactorDto },
    response: { status: 201, schema: userSchema },
    problems: ['sign-in-expired', 'code-invalid', 'passkey-invalid', 'account-suspended', 'rate-limited'],
  }),
  getSecondFactors: defineRoute({
    id: 'getSecondFactors',
    method: 'GET',
    path: '/identity/v1/sessions/second-factor',
    access: anybody,
    summary: 'Second factors that can complete the pending sign-in.',
    response: { status: 200, schema: z.object({ factors: z.array(z.enum(secondFactors)) }) },
    problems: ['sign-in-expired'],
  }),
  startPasskeySignIn: defineRoute({
    id: 'startPasskeySignIn',
    method: 'POST',
    path: '/identity/v1/sessions/passkey-options',
    access: anybody,
    summary:
      'A passkey challenge: to sign in, to complete a sign-in, or to re-authenticate. Valid once, for 5 minutes.',
    response: { status: 200, schema: webAuthnOptions },
    problems: ['rate-limited'],
  }),
  createPasskeySession: defineRoute({
    id: 'createPasskeySession',
    method: 'POST',
    path: '/identity/v1/sessions/passkey',
    access: anybody,
    summary: 'Sign in with a passkey alone.',
    body: { name: 'passkeySessionDto', schema: z.strictObject({ challengeId: idSchema, response: webAuthnResponse }) },
    response: { status: 201, schema: userSchema },
    problems: ['passkey-invalid', 'email-not-verified', 'account-suspended', 'rate-limited'],
  }),
  proveSession: defineRoute({
    id: 'proveSession',
    method: 'POST',
    path: '/identity/v1/sessions/current/proofs',
    access: identityPolicy['account.use'],
    summary:
      'Re-authenticate. For 10 minutes, calls that respond with step-up-required are allowed. The session gets a new token; repeating the same proof with the previous token within 10 seconds returns the same response.',
    body: { name: 'proofDto', schema: proofDto },
    response: { status: 200, schema: z.object({ provenUntil: timeSchema }) },
    problems: ['credentials-invalid', 'code-invalid', 'passkey-invalid'],
  }),
  listSessions: defineRoute({
    id: 'listSessions',
    method: 'GET',
    path: '/identity/v1/sessions',
    access: identityPolicy['account.use'],
    summary: 'Your sessions, this browser first.',
    response: { status: 200, schema: z.object({ items: z.array(sessionSchema) }) },
    problems: [],
  }),
  deleteSession: defineRoute({
    id: 'deleteSession',
    method: 'DELETE',
    path: '/identity/v1/sessions/{sessionId}',
    access: identityPolicy['account.protect'],
    summary: 'End one session. Takes effect at its next call.',
    params: z.strictObject({ sessionId: idSchema }),
    response: { status: 204, schema: null },
    problems: ['not-found'],
  }),
  deleteOtherSessions: defineRoute({
    id: 'deleteOtherSessions',
    method: 'DELETE',
    path: '/identity/v1/sessions',
    access: identityPolicy['account.protect'],
    summary: 'End all sessions except this one, and forget the trusted devices.',
    response: { status: 204, schema: null },
    problems: [],
  }),
  getSecurity: defineRoute({
    id: 'getSecurity',
    method: 'GET',
    path: '/identity/v1/users/me/security',
    access: identityPolicy['account.use'],
    summary: 'Get how this account is protected.',
    response: { status: 200, schema: securitySchema },
    problems: [],
  }),
  changePassword: defineRoute({
    id: 'changePassword',
    method: 'PUT',
    path: '/identity/v1/users/me/password',
    access: identityPolicy['account.use'],
    summary: 'Change the password. Ends all other sessions and sends a mail about it.',
    body: {
      name: 'passwordChangeDto',
      schema: z.strictObject({ currentPassword: knownPassword, newPassword: passwordSchema }),
    },
    response: { status: 204, schema: null },
    problems: ['credentials-invalid'],
  }),
  requestFactorRemoval: defineRoute({
    id: 'requestFactorRemoval',
    method: 'POST',
    path: '/identity/v1/sessions/second-factor/removal',
    access: anybody,
    summary:
      'After signing in with the right password but without any second factor left: mail a link, valid for 30 minutes, that starts the removal of all second factors after 72 hours. Returns the time of removal if one is already in progress. Not available to administrators.',
    response: { status: 200, schema: z.object({ removalAt: timeSchema.nullable() }) },
    problems: ['sign-in-expired', 'forbidden', 'state-conflict', 'rate-limited'],
  }),
  confirmFactorRemoval: defineRoute({
    id: 'confirmFactorRemoval',
    method: 'POST',
    path: '/identity/v1/factor-removals/confirmation',
    access: anybody,
    summary:
      'Start the 72 hours with the token from the mail. A mail at the start and after each day has a link that stops the removal; so does presenting any second factor.',
    body: { name: 'factorRemovalConfirmationDto', schema: z.strictObject({ token: linkToken }) },
    response: { status: 200, schema: z.object({ removalAt: timeSchema }) },
    problems: ['token-invalid', 'token-expired', 'rate-limited'],
  }),
  stopFactorRemoval: defineRoute({
    id: 'stopFactorRemoval',
    method: 'POST',
    path: '/identity/v1/factor-removals/stop',
    access: anybody,
    summary: 'Keep the second factors, with the token from a mail about their removal.',
    body: { name: 'factorRemovalStopDto', schema: z.strictObject({ token: linkToken }) },
    response: { status: 204, schema: null },
    problems: ['token-invalid', 'rate-limited'],
  }),
  stopOwnFactorRemoval: defineRoute({
    id: 'stopOwnFactorRemoval',
    method: 'DELETE',
    path: '/identity/v1/users/me/factor-removal',
    access: identityPolicy['account.use'],
    summary: 'Keep the second factors of your account if their removal is in progress.',
    response: { status: 204, schema: null },
    problems: [],
  }),
  undoNewFactor: defineRoute({
    id: 'undoNewFactor',
    method: 'POST',
    path: '/identity/v1/new-factors/undo',
    access: anybody,
    summary:
      'Undo a second factor, a passkey or recovery codes that someone else set up, with the token from the mail about them, once within 72 hours. Removes what was set up then or later and keeps older factors. Ends all sessions, cancels the password and mails a link to set a new one.',
    body: { name: 'newFactorUndoDto', schema: z.strictObject({ token: linkToken }) },
    response: { status: 200, schema: newFactorUndoneSchema },
    problems: ['token-invalid', 'token-expired', 'rate-limited'],
  }),
  startTotp: defineRoute({
    id: 'startTotp',
    method: 'POST',
    path: '/identity/v1/users/me/totp',
    access: identityPolicy['account.protect'],
    summary: 'Create a secret for an authenticator app. Nothing changes until a code is confirmed.',
    response: { status: 201, schema: z.object({ secret: z.string(), uri: z.string() }) },
    problems: ['already-set-up'],
  }),
  confirmTotp: defineRoute({
    id: 'confirmTotp',
    method: 'PUT',
    path: '/identity/v1/users/me/totp',
    access: identityPolicy['account.protect'],
    summary:
      'Turn on the authenticator app with one of its codes. Ends all other sessions, as every change of a second factor does. A mail is sent with a link that undoes it for 72 hours. Returns ten recovery codes, shown only once.',
    body: { name: 'totpConfirmationDto', schema: z.strictObject({ code: totpCode }) },
    response: { status: 200, schema: recoveryCodes },
    problems: ['code-invalid', 'not-set-up', 'already-set-up'],
  }),
  deleteTotp: defineRoute({
    id: 'deleteTotp',
    method: 'DELETE',
    path: '/identity/v1/users/me/totp',
    access: identityPolicy['account.protect'],
    summary: 'Turn off the authenticator app. Ends all other sessions and sends a mail about it.',
    response: { status: 204, schema: null },
    problems: ['not-set-up'],
  }),
  createRecoveryCodes: defineRoute({
    id: 'createRecoveryCodes',
    method: 'POST',
    path: '/identity/v1/users/me/recovery-codes',
    access: identityPolicy['account.protect'],
    summary:
      'Create ten new recovery codes, shown only once. The old codes and all other sessions end. A mail is sent with a link that undoes it for 72 hours.',
    response: { status: 201, schema: recoveryCodes },
    problems: ['not-set-up'],
  }),
  startPasskey: defineRoute({
    id: 'startPasskey',
    method: 'POST',
    path: '/identity/v1/users/me/passkeys/options',
    access: identityPolicy['account.protect'],
    summary: 'A challenge to create a passkey. Valid once, for 5 minutes.',
    response: { status: 200, schema: webAuthnOptions },
    problems: ['quota-exceeded'],
  }),
  addPasskey: defineRoute({
    id: 'addPasskey',
    method: 'POST',
    path: '/identity/v1/users/me/passkeys',
    access: identityPolicy['account.protect'],
    summary:
      'Add a passkey. Ends all other sessions and sends a mail with a link that undoes it for 72 hours. The first passkey comes with ten recovery codes if there are none yet.',
    body: {
      name: 'passkeyNewDto',
      schema: z.strictObject({ challengeId: idSchema, name: passkeyName, response: webAuthnResponse }),
    },
    response: { status: 201, schema: passkeySchema.extend({ recoveryCodes: z.array(z.string()).nullable() }) },
    location: '/identity/v1/users/me/passkeys/{id}',
    problems: ['passkey-invalid', 'quota-exceeded'],
  }),
  renamePasskey: defineRoute({
    id: 'renamePasskey',
    method: 'PUT',
    path: '/identity/v1/users/me/passkeys/{passkeyId}',
    access: identityPolicy['account.use'],
    summary: 'Rename a passkey.',
    params: z.strictObject({ passkeyId: idSchema }),
    body: { name: 'passkeyDto', schema: z.strictObject({ name: passkeyName }) },
    response: { status: 200, schema: passkeySchema },
    problems: ['not-found'],
  }),
  deletePasskey: defineRoute({
    id: 'deletePasskey',
    method: 'DELETE',
    path: '/identity/v1/users/me/passkeys/{passkeyId}',
    access: identityPolicy['account.protect'],
    summary: 'Delete a passkey. Ends all other sessions and sends a mail about it.',
    params: z.strictObject({ passkeyId: idSchema }),
    response: { status: 204, schema: null },
    problems: ['not-found'],
  }),
  requestPasswordReset: defineRoute({
    id: 'requestPasswordReset',
    method: 'POST',
    path: '/identity/v1/password-resets',
    access: anybody,
    summary: 'Mail a link to choose a new password, valid for 30 minutes. Responds the same for unknown addresses.',
    body: {
      name: 'passwordResetRequestDto',
      schema: z.strictObject({ email: emailSchema, captchaToken: captchaTokenSchema.optional() }),
    },
    response: { status: 204, schema: null },
    problems: ['captcha-failed', 'rate-limited'],
  }),
  checkPasswordReset: defineRoute({
    id: 'checkPasswordReset',
    method: 'POST',
    path: '/identity/v1/password-resets/check',
    access: anybody,
    summary: 'Tell whether the token of a mail still leads to a new password, without using it up.',
    body: { name: 'passwordResetCheckDto', schema: z.strictObject({ token: linkToken }) },
    response: { status: 204, schema: null },
    problems: ['token-invalid', 'token-expired', 'rate-limited'],
  }),
  resetPassword: defineRoute({
    id: 'resetPassword',
    method: 'PUT',
    path: '/identity/v1/password-resets',
    access: anybody,
    summary:
      'Set a new password with the token from the mail. If a second factor is set up, it is required: without one, the call is refused with second-factor-required and the kinds available. Ends all sessions and sends a mail about it. The token works once.',
    body: {
      name: 'passwordResetDto',
      schema: z.strictObject({ token: linkToken, password: passwordSchema, secondFactor: secondFactorDto.optional() }),
    },
    response: { status: 204, schema: null },
    problems: [
      'token-invalid',
      'token-expired',
      'second-factor-required',
      'code-invalid',
      'passkey-invalid',
      'rate-limited',
    ],
  }),
}
