import { z } from 'zod'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, timeSchema } from './wire.ts'

export const passwordLength = { min: 12, max: 128 } as const

const email = z.email().max(254)
const password = z.string().min(passwordLength.min).max(passwordLength.max)
const givenName = z.string().trim().min(1).max(60).regex(lineOfText)
const language = z.enum(['en', 'de'])

export const userSchema = z.object({
  id: z.string(),
  email,
  givenName: z.string(),
  isAdmin: z.boolean(),
  emailVerified: z.boolean(),
  language,
})
export type User = z.infer<typeof userSchema>

/** A mail of the local mailbox, which exists only where no SMTP server is configured. */
export const mailSummarySchema = z.object({ id: idSchema, to: z.string(), subject: z.string(), tag: z.string(), sentAt: timeSchema })
export type MailSummary = z.infer<typeof mailSummarySchema>
export const mailSchema = mailSummarySchema.extend({ text: z.string(), html: z.string() })
export type Mail = z.infer<typeof mailSchema>

const accountNewDto = z.strictObject({ email, password, givenName, language, acceptedTerms: z.literal(true) })
/** The password is needed in any other browser than the one that signed up, and when that one sent no id. */
const emailVerificationDto = z.strictObject({ token: z.string().min(1).max(2000), password: z.string().min(1).max(passwordLength.max).optional() })
const sessionNewDto = z.strictObject({ email, password: z.string().min(1).max(passwordLength.max) })

export const identityRoutes = {
  createAccount: defineRoute({
    id: 'createAccount', method: 'POST', path: '/identity/v1/accounts', audience: 'public',
    summary: 'Sign up. Answers the same for a new and a known address; the mail tells the difference.',
    body: { name: 'accountNewDto', schema: accountNewDto },
    response: { status: 201, schema: z.object({ email }) },
    problems: ['validation-failed', 'rate-limited', 'unavailable'],
  }),
  createFirstAdmin: defineRoute({
    id: 'createFirstAdmin', method: 'POST', path: '/identity/v1/first-admin', audience: 'public',
    summary: 'Make the first administrator with the one-time token printed at the first start. Signs in.',
    body: { name: 'firstAdminNewDto', schema: z.strictObject({ token: z.string().max(200), email, password, givenName, language }) },
    response: { status: 201, schema: userSchema },
    problems: ['validation-failed', 'token-invalid', 'already-initialised', 'email-taken', 'rate-limited'],
  }),
  verifyEmail: defineRoute({
    id: 'verifyEmail', method: 'POST', path: '/identity/v1/email-verifications', audience: 'public',
    summary: 'Confirm an e-mail address with the token of the mail, in another browser also with the password. Signs in.',
    body: { name: 'emailVerificationDto', schema: emailVerificationDto },
    response: { status: 200, schema: userSchema },
    problems: ['validation-failed', 'token-invalid', 'token-expired', 'password-required', 'credentials-invalid', 'rate-limited'],
  }),
  resendEmailVerification: defineRoute({
    id: 'resendEmailVerification', method: 'POST', path: '/identity/v1/email-verifications/resend', audience: 'public',
    summary: 'Send the confirmation mail again. Answers the same for unknown addresses.',
    body: { name: 'emailVerificationResendDto', schema: z.strictObject({ email }) },
    response: { status: 204, schema: null },
    problems: ['validation-failed', 'rate-limited'],
  }),
  createSession: defineRoute({
    id: 'createSession', method: 'POST', path: '/identity/v1/sessions', audience: 'public',
    summary: 'Sign in. Sets the session cookie of all sites.',
    body: { name: 'sessionNewDto', schema: sessionNewDto },
    response: { status: 201, schema: userSchema },
    problems: ['validation-failed', 'credentials-invalid', 'email-not-verified', 'rate-limited'],
  }),
  getCurrentSession: defineRoute({
    id: 'getCurrentSession', method: 'GET', path: '/identity/v1/sessions/current', audience: 'session',
    summary: 'The signed-in person.',
    response: { status: 200, schema: userSchema },
    problems: ['unauthenticated'],
  }),
  deleteCurrentSession: defineRoute({
    id: 'deleteCurrentSession', method: 'DELETE', path: '/identity/v1/sessions/current', audience: 'session',
    summary: 'Sign out of all sites in this browser.',
    response: { status: 204, schema: null },
    problems: [],
  }),
  listMails: defineRoute({
    id: 'listMails', method: 'GET', path: '/identity/v1/mailbox', audience: 'public',
    summary: 'Mails of the local mailbox, newest first. Not found unless the deployment is local and has no SMTP server.',
    response: { status: 200, schema: z.object({ items: z.array(mailSummarySchema) }) },
    problems: ['not-found'],
  }),
  getMail: defineRoute({
    id: 'getMail', method: 'GET', path: '/identity/v1/mailbox/{mailId}', audience: 'public',
    summary: 'One mail of the local mailbox.',
    params: z.object({ mailId: idSchema }),
    response: { status: 200, schema: mailSchema },
    problems: ['not-found'],
  }),
}

export type UserId = z.infer<typeof idSchema>
