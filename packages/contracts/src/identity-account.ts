import { identityPolicy } from './identity-policy.ts'
import { anybody } from './access.ts'
import { z } from 'zod'
import { emailSchema, givenNameSchema, languageSchema, themes, userSchema } from './identity.ts'
import { defineRoute } from './route.ts'
import { idSchema, pageOf, pageQuery, timeSchema, versionSchema } from './wire.ts'

const linkToken = z.string().min(1).max(200)

export const profileSchema = userSchema.extend({
  version: versionSchema,
  createdAt: timeSchema,
  /** The address that waits for its confirmation; null when there is none. */
  emailChangeTo: z.string().nullable(),
  /** When the account will be gone; null when nobody asked for it. */
  deletionAt: timeSchema.nullable(),
  /** The terms that were accepted at the sign-up; null where the operator had none. */
  acceptedTerms: z.object({ version: z.string(), acceptedAt: timeSchema }).nullable(),
})
export type Profile = z.infer<typeof profileSchema>

/** A new address that waits for its confirmation, for whoever reads its mailbox. */
export const emailChangeSchema = z.object({
  /** The present address of the account, with its beginning only: `a…@example.org`. */
  account: z.string(),
  newEmail: emailSchema,
  /** Whether this browser is signed in to the account. */
  isOwn: z.boolean(),
})
export type EmailChange = z.infer<typeof emailChangeSchema>

/** Categories of mails that may be switched off. Mails about the security of an account always come. */
export const mailCategories = ['WEEKLY_REPORT', 'USAGE_ALERTS', 'BILLING', 'ALERTS'] as const
export const notificationPreferencesSchema = z.strictObject({
  mails: z.strictObject({
    WEEKLY_REPORT: z.boolean(),
    USAGE_ALERTS: z.boolean(),
    BILLING: z.boolean(),
    ALERTS: z.boolean(),
  }),
  /** ISO 8601: 1 is Monday. */
  weeklyReportDay: z.int().min(1).max(7),
})
export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>

/** What stands in the way of deleting an account, and what would go with it. */
const deletionPreviewSchema = z.object({
  /**
   * `SOLE_ADMIN`: the person is the only administrator there; it needs another one first, or has to be deleted. `LEGAL_ORDER`: it is
   * locked by order of law, and until that ends those who administrate it stay known. `PAYS`: its plan goes on at the person's expense;
   * another admin has to choose an address and a payment method of theirs first, or the plan has to end.
   */
  blockers: z.array(
    z.object({
      kind: z.enum(['SOLUTION', 'ORGANIZATION']),
      id: idSchema,
      name: z.string(),
      reason: z.enum(['SOLE_ADMIN', 'LEGAL_ORDER', 'PAYS']),
    }),
  ),
  leaves: z.array(z.object({ kind: z.enum(['SOLUTION', 'ORGANIZATION']), id: idSchema, name: z.string() })),
})

export const accountExportSchema = z.object({
  id: idSchema,
  status: z.enum(['PENDING', 'READY', 'FAILED', 'EXPIRED']),
  createdAt: timeSchema,
  expiresAt: timeSchema.nullable(),
  bytes: z.int().nullable(),
})
export type AccountExport = z.infer<typeof accountExportSchema>

export const auditEntrySchema = z.object({
  id: z.string(),
  at: timeSchema,
  /** Who did it: a person, a server with an API key (`id` is that of the key), an administrator of this deployment, or the system by itself. */
  actor: z.object({
    kind: z.enum(['USER', 'API_KEY', 'OPERATOR', 'SYSTEM']),
    id: z.string().nullable(),
    name: z.string().nullable(),
  }),
  /** Such as `solution.locked`. */
  action: z.string(),
  target: z.object({ kind: z.string(), id: z.string() }).nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The network of the caller: the last part of the address is cut off. Null for what the system did. */
  network: z.string().nullable(),
  userAgent: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>
/** What the audit log of an account can hold. Sites have a text for each. */
export const accountActions = [
  'account.created',
  'account.made-admin',
  'account.deletion-planned',
  'account.deletion-undone',
  'account.deleted',
  'account-export.requested',
  'profile.changed',
  'notification-preferences.changed',
  'email.verified',
  'email.changed',
  'email-change.requested',
  'email-change.cancelled',
  'email-change.undone',
  'session.opened',
  'session.proven',
  'session.ended',
  'sessions.ended',
  'operator-session.opened',
  'operator-session.ended',
  'change-mode.started',
  'change-mode.ended',
  'password.changed',
  'password.reset',
  'password-reset.requested',
  'passkey.added',
  'passkey.renamed',
  'passkey.removed',
  'totp.started',
  'totp.confirmed',
  'totp.removed',
  'recovery-codes.created',
  'recovery-code.used',
  'second-factor.refused',
  'second-factors.removed',
  'new-factor.undone',
  'factor-removal.requested',
  'factor-removal.started',
  'factor-removal.stopped',
] as const
export type AccountAction = (typeof accountActions)[number]
export const auditQuery = z.strictObject({
  ...pageQuery,
  action: z.string().max(80).optional(),
  actorId: z.string().max(100).optional(),
})

/** Profile, address, preferences, export and deletion of one's own account. */
export const identityAccountRoutes = {
  getProfile: defineRoute({
    id: 'getProfile',
    method: 'GET',
    path: '/identity/v1/users/me',
    access: identityPolicy['account.use'],
    summary: 'Get your account.',
    response: { status: 200, schema: profileSchema },
    problems: [],
  }),
  updateProfile: defineRoute({
    id: 'updateProfile',
    method: 'PUT',
    path: '/identity/v1/users/me',
    access: identityPolicy['account.use'],
    summary: 'Update your name, language, time zone and theme.',
    body: {
      name: 'profileDto',
      schema: z.strictObject({
        givenName: givenNameSchema,
        language: languageSchema,
        timezone: z.string().max(60),
        theme: z.enum(themes),
        version: versionSchema,
      }),
    },
    response: { status: 200, schema: profileSchema },
    problems: ['version-conflict'],
  }),
  getNotificationPreferences: defineRoute({
    id: 'getNotificationPreferences',
    method: 'GET',
    path: '/identity/v1/users/me/notification-preferences',
    access: identityPolicy['account.use'],
    summary: 'Get which mails you receive.',
    response: { status: 200, schema: notificationPreferencesSchema },
    problems: [],
  }),
  putNotificationPreferences: defineRoute({
    id: 'putNotificationPreferences',
    method: 'PUT',
    path: '/identity/v1/users/me/notification-preferences',
    access: identityPolicy['account.use'],
    summary: 'Choose which mails you receive. Mails about the security of the account are always sent.',
    body: { name: 'notificationPreferencesDto', schema: notificationPreferencesSchema },
    response: { status: 200, schema: notificationPreferencesSchema },
    problems: [],
  }),
  unsubscribe: defineRoute({
    id: 'unsubscribe',
    method: 'POST',
    path: '/identity/v1/unsubscriptions',
    access: anybody,
    summary: 'Unsubscribe from one category of mails with the token from such a mail, without signing in (RFC 8058).',
    query: z.strictObject({ token: z.string().min(1).max(400) }),
    response: { status: 204, schema: null },
    problems: ['token-invalid', 'rate-limited'],
  }),
  requestEmailChange: defineRoute({
    id: 'requestEmailChange',
    method: 'POST',
    path: '/identity/v1/users/me/email-changes',
    access: identityPolicy['account.protect'],
    summary:
      'Mail a confirmation link to a new address, valid for 30 minutes. Responds the same when the address belongs to another account.',
    body: { name: 'emailChangeDto', schema: z.strictObject({ email: emailSchema }) },
    response: { status: 204, schema: null },
    problems: [],
  }),
  cancelEmailChange: defineRoute({
    id: 'cancelEmailChange',
    method: 'DELETE',
    path: '/identity/v1/users/me/email-changes',
    access: identityPolicy['account.use'],
    summary: 'Cancel a pending change of address.',
    response: { status: 204, schema: null },
    problems: [],
  }),
  testEmail: defineRoute({
    id: 'testEmail',
    method: 'POST',
    path: '/identity/v1/users/me/email-tests',
    access: identityPolicy['account.use'],
    summary: 'Send a test mail to your own address after mails to it bounced. Once it is delivered, all mails resume.',
    response: { status: 204, schema: null },
    problems: [],
  }),
  describeEmailChange: defineRoute({
    id: 'describeEmailChange',
    method: 'POST',
    path: '/identity/v1/email-changes/description',
    access: anybody,
    summary: 'Get the account for which a token confirms a new address, before confirming it.',
    body: { name: 'emailChangeDescriptionDto', schema: z.strictObject({ token: linkToken }) },
    response: { status: 200, schema: emailChangeSchema },
    problems: ['token-invalid', 'token-expired', 'rate-limited'],
  }),
  confirmEmailChange: defineRoute({
    id: 'confirmEmailChange',
    method: 'POST',
    path: '/identity/v1/email-changes/confirmation',
    access: anybody,
    summary:
      'Confirm the new address with the token from the mail. The old address is notified and can undo the change for 72 hours.',
    body: { name: 'emailChangeConfirmationDto', schema: z.strictObject({ token: linkToken }) },
    response: { status: 200, schema: z.object({ email: emailSchema }) },
    problems: ['token-invalid', 'token-expired', 'rate-limited'],
  }),
  undoEmailChange: defineRoute({
    id: 'undoEmailChange',
    method: 'POST',
    path: '/identity/v1/email-changes/undo',
    access: anybody,
    summary:
      'Restore the old address with the token from the mail to it. Ends all sessions and starts a password reset.',
    body: { name: 'emailChangeUndoDto', schema: z.strictObject({ token: linkToken }) },
    response: { status: 200, schema: z.object({ email: emailSchema }) },
    problems: ['token-invalid', 'token-expired', 'rate-limited'],
  }),
  listAccountAudit: defineRoute({
    id: 'listAccountAudit',
    method: 'GET',
    path: '/identity/v1/users/me/audit-log',
    access: identityPolicy['account.use'],
    summary: 'The audit log of your account, newest first.',
    query: auditQuery,
    response: { status: 200, schema: pageOf(auditEntrySchema) },
    problems: [],
  }),
  createAccountExport: defineRoute({
    id: 'createAccountExport',
    method: 'POST',
    path: '/identity/v1/users/me/exports',
    access: identityPolicy['account.protect'],
    summary:
      'Export everything stored about the account as a ZIP file of JSON and CSV. A mail is sent when it is ready; it can be downloaded for 24 hours.',
    response: { status: 202, schema: accountExportSchema },
    problems: [],
  }),
  getAccountExport: defineRoute({
    id: 'getAccountExport',
    method: 'GET',
    path: '/identity/v1/users/me/exports/{exportId}',
    access: identityPolicy['account.use'],
    summary: 'Progress of an export.',
    params: z.strictObject({ exportId: idSchema }),
    response: { status: 200, schema: accountExportSchema },
    problems: ['not-found'],
  }),
  listAccountExports: defineRoute({
    id: 'listAccountExports',
    method: 'GET',
    path: '/identity/v1/users/me/exports',
    access: identityPolicy['account.use'],
    summary: 'Exports of the last few days.',
    response: { status: 200, schema: z.object({ items: z.array(accountExportSchema) }) },
    problems: [],
  }),
  downloadAccountExport: defineRoute({
    id: 'downloadAccountExport',
    method: 'GET',
    path: '/identity/v1/users/me/exports/{exportId}/file',
    access: identityPolicy['account.protect'],
    summary: 'The ZIP file of an export.',
    params: z.strictObject({ exportId: idSchema }),
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['application/zip'] },
    problems: ['not-found', 'export-not-ready', 'export-expired'],
  }),
  previewAccountDeletion: defineRoute({
    id: 'previewAccountDeletion',
    method: 'GET',
    path: '/identity/v1/users/me/deletion',
    access: identityPolicy['account.use'],
    summary: 'Preview what deleting the account would do, and what prevents it.',
    response: { status: 200, schema: deletionPreviewSchema },
    problems: [],
  }),
  requestAccountDeletion: defineRoute({
    id: 'requestAccountDeletion',
    method: 'POST',
    path: '/identity/v1/users/me/deletion',
    access: identityPolicy['account.protect'],
    summary:
      'Delete the account in 30 days or immediately. Until then the link in the mail can undo it. Ends all sessions.',
    body: {
      name: 'accountDeletionDto',
      schema: z.strictObject({
        confirmEmail: emailSchema,
        when: z.enum(['IN_30_DAYS', 'IMMEDIATELY']),
        comment: z.string().max(1000).optional(),
      }),
    },
    response: { status: 200, schema: z.object({ deletionAt: timeSchema }) },
    problems: ['last-admin', 'in-use', 'state-conflict'],
  }),
  undoAccountDeletion: defineRoute({
    id: 'undoAccountDeletion',
    method: 'POST',
    path: '/identity/v1/account-deletions/undo',
    access: anybody,
    summary: 'Cancel the deletion of the account with the token from the mail.',
    body: { name: 'accountDeletionUndoDto', schema: z.strictObject({ token: linkToken }) },
    response: { status: 204, schema: null },
    problems: ['token-invalid', 'token-expired', 'rate-limited'],
  }),
}
