import { languages } from '@bollard/i18n'
import { anybody } from './access.ts'
import { identityPolicy } from './identity-policy.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'
import { idSchema, timeSchema } from './wire.ts'

export const passwordLength = { min: 12, max: 128 } as const

export const emailSchema = z.email().max(254)
export const passwordSchema = z.string().min(passwordLength.min).max(passwordLength.max)
/** One line as everywhere, and no marks of direction that nobody sees. */
const lineOfName = /^[^\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$/u
const webAddress = /:\/\/|www\./iu
/** Mails carry it to other people, so it must be no address that they would open. */
export const givenNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(lineOfName)
  .refine((name) => !webAddress.test(name), { params: { code: 'web-address' } })
export const languageSchema = z.enum(languages)
const [email, password, givenName, language] = [emailSchema, passwordSchema, givenNameSchema, languageSchema]

export const themes = ['light', 'dark', 'system'] as const

export const userSchema = z.object({
  id: z.string(),
  email,
  givenName: z.string(),
  isAdmin: z.boolean(),
  emailVerified: z.boolean(),
  language,
  /** IANA name, such as `Europe/Berlin`. */
  timezone: z.string(),
  theme: z.enum(themes),
})
export type User = z.infer<typeof userSchema>

/** Who has just signed in. `secondFactorsRemoved`: they were lost and are gone, so it is time to set one up. */
export const signedInSchema = userSchema.extend({ secondFactorsRemoved: z.literal(true).optional() })
export type SignedIn = z.infer<typeof signedInSchema>

/** Who is signed in. `mailsReturn`: a mail server has refused the address for good, so that only mails that have to come are still tried. */
export const sessionUserSchema = userSchema.extend({ mailsReturn: z.literal(true).optional() })
export type SessionUser = z.infer<typeof sessionUserSchema>

/** A mail of the local mailbox, which exists only where no SMTP server is configured. */
export const mailSummarySchema = z.object({
  id: idSchema,
  to: z.string(),
  subject: z.string(),
  tag: z.string(),
  sentAt: timeSchema,
})
export type MailSummary = z.infer<typeof mailSummarySchema>
const mailFileTypes = ['application/pdf', 'application/xml', 'text/calendar'] as const
/** `source`: the whole message with its headers, as SMTP would have carried it. */
export const mailSchema = mailSummarySchema.extend({
  text: z.string(),
  html: z.string(),
  source: z.string(),
  attachments: z.array(z.object({ name: z.string(), mediaType: z.enum(mailFileTypes) })),
})
export type Mail = z.infer<typeof mailSchema>

/** What the widget of the identity site put into the form; needed where the deployment protects its sign-up. */
export const captchaTokenSchema = z.string().min(1).max(4096)

const accountNewDto = z.strictObject({
  email,
  password,
  givenName,
  language,
  /** Needed where the operator has terms; where there are none, there is nothing to accept. */
  acceptedTerms: z.literal(true).optional(),
  /** The version that the person has read; another one than that in force is refused. */
  termsVersion: z.string().min(1).max(40).optional(),
  timezone: z.string().max(60).optional(),
  captchaToken: captchaTokenSchema.optional(),
  /** Of a visitor who came by an advertisement and agreed to its measurement. */
  advertisingTokenId: idSchema.optional(),
})
/** The password is needed in any other browser than the one that signed up, and when that one sent no id. */
const emailVerificationDto = z.strictObject({
  token: z.string().min(1).max(2000),
  password: z.string().min(1).max(passwordLength.max).optional(),
})
/** The captcha is asked for after failures only. */
const sessionNewDto = z.strictObject({
  email,
  password: z.string().min(1).max(passwordLength.max),
  captchaToken: captchaTokenSchema.optional(),
})

export const identityRoutes = {
  createAccount: defineRoute({
    id: 'createAccount',
    method: 'POST',
    path: '/identity/v1/accounts',
    access: anybody,
    summary: 'Sign up. Responds the same for a new and a known address; only the mail differs.',
    body: { name: 'accountNewDto', schema: accountNewDto },
    response: { status: 201, schema: z.object({ email }) },
    problems: ['captcha-failed', 'sign-ups-closed', 'rate-limited'],
  }),
  createFirstAdmin: defineRoute({
    id: 'createFirstAdmin',
    method: 'POST',
    path: '/identity/v1/first-admin',
    access: anybody,
    summary: 'Create the first administrator with the one-time token printed at the first start, and sign in.',
    body: {
      name: 'firstAdminNewDto',
      schema: z.strictObject({ token: z.string().max(200), email, password, givenName, language }),
    },
    response: { status: 201, schema: userSchema },
    problems: ['token-invalid', 'already-initialised', 'email-taken', 'forbidden', 'rate-limited'],
  }),
  verifyEmail: defineRoute({
    id: 'verifyEmail',
    method: 'POST',
    path: '/identity/v1/email-verifications',
    access: anybody,
    summary:
      'Confirm an e-mail address with the token from the mail, and with the password in a different browser. Signs in.',
    body: { name: 'emailVerificationDto', schema: emailVerificationDto },
    response: { status: 200, schema: userSchema },
    problems: ['token-invalid', 'token-expired', 'password-required', 'credentials-invalid', 'rate-limited'],
  }),
  checkEmailVerification: defineRoute({
    id: 'checkEmailVerification',
    method: 'POST',
    path: '/identity/v1/email-verifications/check',
    access: anybody,
    summary: 'Tell whether the token of a mail still confirms an e-mail address, without using it up.',
    body: { name: 'emailVerificationCheckDto', schema: z.strictObject({ token: z.string().min(1).max(2000) }) },
    response: { status: 204, schema: null },
    problems: ['token-invalid', 'token-expired', 'rate-limited'],
  }),
  resendEmailVerification: defineRoute({
    id: 'resendEmailVerification',
    method: 'POST',
    path: '/identity/v1/email-verifications/resend',
    access: anybody,
    summary: 'Resend the confirmation mail. Responds the same for unknown addresses.',
    body: { name: 'emailVerificationResendDto', schema: z.strictObject({ email }) },
    response: { status: 204, schema: null },
    problems: ['rate-limited'],
  }),
  createSession: defineRoute({
    id: 'createSession',
    method: 'POST',
    path: '/identity/v1/sessions',
    access: anybody,
    summary:
      'Sign in. Sets the session cookie of all sites. If a second factor is set up, the call is refused with second-factor-required and sets a cookie; the second factor can be sent with it within 10 minutes.',
    body: { name: 'sessionNewDto', schema: sessionNewDto },
    response: { status: 201, schema: signedInSchema },
    problems: ['credentials-invalid', 'email-not-verified', 'second-factor-required', 'captcha-failed', 'rate-limited'],
  }),
  getCurrentSession: defineRoute({
    id: 'getCurrentSession',
    method: 'GET',
    path: '/identity/v1/sessions/current',
    access: identityPolicy['account.use'],
    summary: 'Get the signed-in person.',
    response: { status: 200, schema: sessionUserSchema },
    problems: [],
  }),
  confirmEmailCode: defineRoute({
    id: 'confirmEmailCode',
    method: 'POST',
    path: '/identity/v1/email-verifications/code',
    access: anybody,
    summary:
      'Confirm an e-mail address with the six digits from the mail, in the browser that signed up. Signs in. After five wrong codes only the link works.',
    body: { name: 'emailCodeDto', schema: z.strictObject({ email, code: z.string().regex(/^\d{6}$/u) }) },
    response: { status: 200, schema: userSchema },
    problems: ['code-invalid', 'rate-limited'],
  }),
  deleteCurrentSession: defineRoute({
    id: 'deleteCurrentSession',
    method: 'DELETE',
    path: '/identity/v1/sessions/current',
    access: anybody,
    summary: 'Sign out of all sites in this browser.',
    response: { status: 204, schema: null },
    problems: [],
  }),
  listMails: defineRoute({
    id: 'listMails',
    method: 'GET',
    path: '/identity/v1/mailbox',
    access: anybody,
    summary:
      'Mails in the local mailbox, newest first. Not found unless the installation is local, has no SMTP server, and the caller has the cookie with the printed key.',
    response: { status: 200, schema: z.object({ items: z.array(mailSummarySchema) }) },
    problems: ['not-found'],
  }),
  getMail: defineRoute({
    id: 'getMail',
    method: 'GET',
    path: '/identity/v1/mailbox/{mailId}',
    access: anybody,
    summary: 'Get one mail of the local mailbox.',
    params: z.object({ mailId: idSchema }),
    response: { status: 200, schema: mailSchema },
    problems: ['not-found'],
  }),
  downloadMailFile: defineRoute({
    id: 'downloadMailFile',
    method: 'GET',
    path: '/identity/v1/mailbox/{mailId}/attachments/{place}',
    access: anybody,
    summary: 'An attachment of a mail in the local mailbox, by its position in the list, from 0.',
    params: z.object({ mailId: idSchema, place: z.coerce.number().int().min(0).max(9) }),
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: [...mailFileTypes] },
    problems: ['not-found'],
  }),
}

export type UserId = z.infer<typeof idSchema>
