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
    summary: 'Finish a sign-in with a second factor. A trusted device is not asked again for 30 days.',
    body: { name: 'secondFactorDto', schema: secondFactorDto },
    response: { status: 201, schema: userSchema },
    problems: ['validation-failed', 'sign-in-expired', 'code-invalid', 'passkey-invalid', 'rate-limited'],
  }),
  getSecondFactors: defineRoute({
    id: 'getSecondFactors',
    method: 'GET',
    path: '/identity/v1/sessions/second-factor',
    access: anybody,
    summary: 'Which second factors the sign-in under way can be finished with.',
    response: { status: 200, schema: z.object({ factors: z.array(z.enum(secondFactors)) }) },
    problems: ['sign-in-expired'],
  }),
  startPasskeySignIn: defineRoute({
    id: 'startPasskeySignIn',
    method: 'POST',
    path: '/identity/v1/sessions/passkey-options',
    access: anybody,
    summary:
      'A challenge for a passkey: to sign in, to finish a sign-in, or to prove oneself again. Valid for 5 minutes, once.',
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
    problems: ['validation-failed', 'passkey-invalid', 'email-not-verified', 'rate-limited'],
  }),
  proveSession: defineRoute({
    id: 'proveSession',
    method: 'POST',
    path: '/identity/v1/sessions/current/proofs',
    access: identityPolicy['account.use'],
    summary:
      'Prove once more who is there. For 10 minutes calls that answer step-up-required are open. The session gets a new token; the same proof with the token of before, within 10 seconds, gets the same answer again.',
    body: { name: 'proofDto', schema: proofDto },
    response: { status: 200, schema: z.object({ provenUntil: timeSchema }) },
    problems: [
      'unauthenticated',
      'validation-failed',
      'credentials-invalid',
      'code-invalid',
      'passkey-invalid',
      'rate-limited',
    ],
  }),
  listSessions: defineRoute({
    id: 'listSessions',
    method: 'GET',
    path: '/identity/v1/sessions',
    access: identityPolicy['account.use'],
    summary: 'Where one is signed in, this browser first.',
    response: { status: 200, schema: z.object({ items: z.array(sessionSchema) }) },
    problems: ['unauthenticated'],
  }),
  deleteSession: defineRoute({
    id: 'deleteSession',
    method: 'DELETE',
    path: '/identity/v1/sessions/{sessionId}',
    access: identityPolicy['account.protect'],
    summary: 'End one session. It takes effect at its next call.',
    params: z.strictObject({ sessionId: idSchema }),
    response: { status: 204, schema: null },
    problems: ['unauthenticated', 'step-up-required', 'not-found'],
  }),
  deleteOtherSessions: defineRoute({
    id: 'deleteOtherSessions',
    method: 'DELETE',
    path: '/identity/v1/sessions',
    access: identityPolicy['account.protect'],
    summary: 'End all sessions but this one, and forget the trusted devices.',
    response: { status: 204, schema: null },
    problems: ['unauthenticated', 'step-up-required'],
  }),
  getSecurity: defineRoute({
    id: 'getSecurity',
    method: 'GET',
    path: '/identity/v1/users/me/security',
    access: identityPolicy['account.use'],
    summary: 'How this account is protected.',
    response: { status: 200, schema: securitySchema },
    problems: ['unauthenticated'],
  }),
  changePassword: defineRoute({
    id: 'changePassword',
    method: 'PUT',
    path: '/identity/v1/users/me/password',
    access: identityPolicy['account.use'],
    summary: 'Change the password. Ends all other sessions; a mail tells of it.',
    body: {
      name: 'passwordChangeDto',
      schema: z.strictObject({ currentPassword: knownPassword, newPassword: passwordSchema }),
    },
    response: { status: 204, schema: null },
    problems: ['unauthenticated', 'validation-failed', 'credentials-invalid', 'rate-limited'],
  }),
  requestFactorRemoval: defineRoute({
    id: 'requestFactorRemoval',
    method: 'POST',
    path: '/identity/v1/sessions/second-factor/removal',
    access: anybody,
    summary:
      'For whoever has just sent the right password and has lost every second factor: mail a link, valid for 30 minutes, that starts their removal after 72 hours. Answers when they will be removed where that is under way already. Not for administrators.',
    response: { status: 200, schema: z.object({ removalAt: timeSchema.nullable() }) },
    problems: ['sign-in-expired', 'forbidden', 'state-conflict', 'rate-limited', 'unavailable'],
  }),
  confirmFactorRemoval: defineRoute({
    id: 'confirmFactorRemoval',
    method: 'POST',
    path: '/identity/v1/factor-removals/confirmation',
    access: anybody,
    summary:
      'Start the 72 hours with the token of the mail. A mail at the start and after each day tells of it and stops it with a link; so does any second factor that is shown meanwhile.',
    body: { name: 'factorRemovalConfirmationDto', schema: z.strictObject({ token: linkToken }) },
    response: { status: 200, schema: z.object({ removalAt: timeSchema }) },
    problems: ['validation-failed', 'token-invalid', 'token-expired', 'rate-limited'],
  }),
  stopFactorRemoval: defineRoute({
    id: 'stopFactorRemoval',
    method: 'POST',
    path: '/identity/v1/factor-removals/stop',
    access: anybody,
    summary: 'Keep the second factors, with the token of a mail that told of their removal.',
    body: { name: 'factorRemovalStopDto', schema: z.strictObject({ token: linkToken }) },
    response: { status: 204, schema: null },
    problems: ['validation-failed', 'token-invalid', 'rate-limited'],
  }),
  stopOwnFactorRemoval: defineRoute({
    id: 'stopOwnFactorRemoval',
    method: 'DELETE',
    path: '/identity/v1/users/me/factor-removal',
    access: identityPolicy['account.use'],
    summary: 'Keep the second factors of one’s own account, if their removal is under way.',
    response: { status: 204, schema: null },
    problems: ['unauthenticated'],
  }),
  undoNewFactor: defineRoute({
    id: 'undoNewFactor',
    method: 'POST',
    path: '/identity/v1/new-factors/undo',
    access: anybody,
    summary:
      'Take back a second factor, a passkey or recovery codes that somebody else set up, with the token of the mail about them, valid for 72 hours, once. What was set up then or later goes, older factors stay. Ends all sessions and the password, and mails a link for a new one.',
    body: { name: 'newFactorUndoDto', schema: z.strictObject({ token: linkToken }) },
    response: { status: 200, schema: newFactorUndoneSchema },
    problems: ['validation-failed', 'token-invalid', 'token-expired', 'rate-limited'],
  }),
  startTotp: defineRoute({
    id: 'startTotp',
    method: 'POST',
    path: '/identity/v1/users/me/totp',
    access: identityPolicy['account.protect'],
    summary: 'A new secret for an authenticator app. Nothing changes until a code of it is sent.',
    response: { status: 201, schema: z.object({ secret: z.string(), uri: z.string() }) },
    problems: ['unauthenticated', 'step-up-required', 'already-set-up'],
  }),
  confirmTotp: defineRoute({
    id: 'confirmTotp',
    method: 'PUT',
    path: '/identity/v1/users/me/totp',
    access: identityPolicy['account.protect'],
    summary:
      'Switch the authenticator app on with a code of it. Ends all other sessions, as every change of a second factor does; a mail tells of it and takes it back with a link for 72 hours. Answers ten recovery codes, shown this once.',
    body: { name: 'totpConfirmationDto', schema: z.strictObject({ code: totpCode }) },
    response: { status: 200, schema: recoveryCodes },
    problems: [
      'unauthenticated',
      'step-up-required',
      'validation-failed',
      'code-invalid',
      'not-set-up',
      'already-set-up',
      'rate-limited',
    ],
  }),
  deleteTotp: defineRoute({
    id: 'deleteTotp',
    method: 'DELETE',
    path: '/identity/v1/users/me/totp',
    access: identityPolicy['account.protect'],
    summary: 'Switch the authenticator app off. Ends all other sessions; a mail tells of it.',
    response: { status: 204, schema: null },
    problems: ['unauthenticated', 'step-up-required', 'not-set-up'],
  }),
  createRecoveryCodes: defineRoute({
    id: 'createRecoveryCodes',
    method: 'POST',
    path: '/identity/v1/users/me/recovery-codes',
    access: identityPolicy['account.protect'],
    summary:
      'Ten new recovery codes, shown this once; the old ones and all other sessions end. A mail tells of it and takes it back with a link for 72 hours.',
    response: { status: 201, schema: recoveryCodes },
    problems: ['unauthenticated', 'step-up-required', 'not-set-up'],
  }),
  startPasskey: defineRoute({
    id: 'startPasskey',
    method: 'POST',
    path: '/identity/v1/users/me/passkeys/options',
    access: identityPolicy['account.protect'],
    summary: 'A challenge to make a passkey with. Valid for 5 minutes, once.',
    response: { status: 200, schema: webAuthnOptions },
    problems: ['unauthenticated', 'step-up-required', 'quota-exceeded'],
  }),
  addPasskey: defineRoute({
    id: 'addPasskey',
    method: 'POST',
    path: '/identity/v1/users/me/passkeys',
    access: identityPolicy['account.protect'],
    summary:
      'Keep a new passkey. Ends all other sessions; a mail tells of it and takes it back with a link for 72 hours. With the first one ten recovery codes come, if there are none yet.',
    body: {
      name: 'passkeyNewDto',
      schema: z.strictObject({ challengeId: idSchema, name: passkeyName, response: webAuthnResponse }),
    },
    response: { status: 201, schema: passkeySchema.extend({ recoveryCodes: z.array(z.string()).nullable() }) },
    location: '/identity/v1/users/me/passkeys/{id}',
    problems: ['unauthenticated', 'step-up-required', 'validation-failed', 'passkey-invalid', 'quota-exceeded'],
  }),
  renamePasskey: defineRoute({
    id: 'renamePasskey',
    method: 'PUT',
    path: '/identity/v1/users/me/passkeys/{passkeyId}',
    access: identityPolicy['account.use'],
    summary: 'Give a passkey another name.',
    params: z.strictObject({ passkeyId: idSchema }),
    body: { name: 'passkeyDto', schema: z.strictObject({ name: passkeyName }) },
    response: { status: 200, schema: passkeySchema },
    problems: ['unauthenticated', 'validation-failed', 'not-found'],
  }),
  deletePasskey: defineRoute({
    id: 'deletePasskey',
    method: 'DELETE',
    path: '/identity/v1/users/me/passkeys/{passkeyId}',
    access: identityPolicy['account.protect'],
    summary: 'Remove a passkey. Ends all other sessions; a mail tells of it.',
    params: z.strictObject({ passkeyId: idSchema }),
    response: { status: 204, schema: null },
    problems: ['unauthenticated', 'step-up-required', 'not-found'],
  }),
  requestPasswordReset: defineRoute({
    id: 'requestPasswordReset',
    method: 'POST',
    path: '/identity/v1/password-resets',
    access: anybody,
    summary: 'Mail a link for a new password, valid for 30 minutes. Answers the same for unknown addresses.',
    body: {
      name: 'passwordResetRequestDto',
      schema: z.strictObject({ email: emailSchema, captchaToken: captchaTokenSchema.optional() }),
    },
    response: { status: 204, schema: null },
    problems: ['validation-failed', 'captcha-failed', 'rate-limited'],
  }),
  checkPasswordReset: defineRoute({
    id: 'checkPasswordReset',
    method: 'POST',
    path: '/identity/v1/password-resets/check',
    access: anybody,
    summary: 'Tell whether the token of a mail still leads to a new password, without using it up.',
    body: { name: 'passwordResetCheckDto', schema: z.strictObject({ token: linkToken }) },
    response: { status: 204, schema: null },
    problems: ['validation-failed', 'token-invalid', 'token-expired', 'rate-limited'],
  }),
  resetPassword: defineRoute({
    id: 'resetPassword',
    method: 'PUT',
    path: '/identity/v1/password-resets',
    access: anybody,
    summary:
      'Choose a new password with the token of the mail. A second factor is asked for all the same: without one refuses with second-factor-required and names the kinds. Ends all sessions; a mail tells of it. The token works once.',
    body: {
      name: 'passwordResetDto',
      schema: z.strictObject({ token: linkToken, password: passwordSchema, secondFactor: secondFactorDto.optional() }),
    },
    response: { status: 204, schema: null },
    problems: [
      'validation-failed',
      'token-invalid',
      'token-expired',
      'second-factor-required',
      'code-invalid',
      'passkey-invalid',
      'rate-limited',
    ],
  }),
}
