import { z } from 'zod'
import { operatorReasonSchema } from './operations-wire.ts'
import { anybody } from './access.ts'
import { accountExportSchema, auditEntrySchema, auditQuery, deletionPreviewSchema } from './identity-account.ts'
import { identityPolicy } from './identity-policy.ts'
import { secondFactors, sessionSchema } from './identity-security.ts'
import { emailSchema, languageSchema } from './identity.ts'
import { defineRoute } from './route.ts'
import { idSchema, pageOf, pageQuery, timeSchema } from './wire.ts'

export const peopleFilters = ['UNVERIFIED', 'SUSPENDED', 'ADMINISTRATORS', 'DELETION_PENDING'] as const
export type PeopleFilter = (typeof peopleFilters)[number]

/** An account in a list of accounts. */
export const personSummarySchema = z.object({
  id: idSchema,
  email: z.string(),
  givenName: z.string(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: timeSchema,
  suspendedAt: timeSchema.nullable(),
  deletionAt: timeSchema.nullable(),
})
export type PersonSummary = z.infer<typeof personSummarySchema>

/** Everything that an operator sees of an account; never what would let anybody in. */
export const personFileSchema = personSummarySchema.extend({
  language: languageSchema,
  timezone: z.string(),
  acceptedTerms: z.object({ version: z.string(), acceptedAt: timeSchema }).nullable(),
  /** What the person was told when the account was suspended; null unless it is. */
  suspensionReason: z.string().nullable(),
  lastSignInAt: timeSchema.nullable(),
  /** A mail server has refused the address for good. */
  mailsReturn: z.boolean(),
  /** False after the operator or the owner of a former address has ended it: a link sets a new one. */
  hasPassword: z.boolean(),
  factors: z.array(
    z.object({
      kind: z.enum(secondFactors),
      /** Null for recovery codes from before this was kept. */
      addedAt: timeSchema.nullable(),
      lastUsedAt: timeSchema.nullable(),
      /** Of recovery codes, how many are left; 1 for the others. */
      count: z.int(),
    }),
  ),
  /** When all second factors go; null unless their removal is under way. */
  factorsRemovedAt: timeSchema.nullable(),
  sessions: z.array(sessionSchema.omit({ current: true }).extend({ userAgent: z.string().nullable() })),
  belongings: z.array(
    z.object({ kind: z.enum(['SOLUTION', 'ORGANIZATION']), id: idSchema, name: z.string(), isSoleAdmin: z.boolean() }),
  ),
  exports: z.array(accountExportSchema),
})
export type PersonFile = z.infer<typeof personFileSchema>

export const operatorRequestKinds = ['GRANT_ADMIN', 'REVOKE_ADMIN', 'DELETE_ACCOUNT'] as const
/** What one operator has asked for and another one has to confirm within 24 hours. */
export const operatorRequestSchema = z.object({
  id: idSchema,
  kind: z.enum(operatorRequestKinds),
  person: z.object({ id: idSchema, email: z.string(), givenName: z.string() }),
  askedBy: z.object({ id: idSchema, email: z.string() }),
  reason: z.string(),
  askedAt: timeSchema,
  expiresAt: timeSchema,
  /** Whether the caller may confirm it: neither the operator who asked nor the person concerned may. */
  mayConfirm: z.boolean(),
})
export type OperatorRequest = z.infer<typeof operatorRequestSchema>

/** The cookie of a view, on the host of the dashboard alone. A call with it is the person's, and reads. */
export const viewCookie = 'bollard.view_as'
/** The name of that cookie: browsers keep a `__Host-` cookie from any other host. */
export function viewCookieName(secure: boolean): string {
  return `${secure ? '__Host-' : ''}${viewCookie}`
}

const people = '/identity/v1/people'
const person = `${people}/{userId}`
const params = z.strictObject({ userId: idSchema })
const requests = '/identity/v1/operator-requests'
const read = identityPolicy['people.read']
const change = identityPolicy['people.change']
const done = { status: 204, schema: null } as const
const reasonBody = <Name extends string>(name: Name) => ({
  name,
  schema: z.strictObject({ reason: operatorReasonSchema }),
})
const evidenceBody = <Name extends string>(name: Name) => ({
  name,
  schema: z.strictObject({ evidence: operatorReasonSchema }),
})

/** The accounts of an installation, for its operators. All but the last two calls are for administrators. */
export const identityPeopleRoutes = {
  searchPeople: defineRoute({
    id: 'searchPeople',
    method: 'GET',
    path: people,
    access: read,
    summary:
      'Accounts of the installation. `q` is an ID, a domain with its @, the beginning of an address up to or beyond its @, or the beginning of a name. Without it, newest first.',
    query: z.strictObject({
      ...pageQuery,
      q: z.string().trim().max(254).optional(),
      filter: z.enum(peopleFilters).optional(),
    }),
    response: { status: 200, schema: pageOf(personSummarySchema) },
    problems: [],
  }),
  getPerson: defineRoute({
    id: 'getPerson',
    method: 'GET',
    path: person,
    access: read,
    summary: 'Get one account: factors, sessions, memberships, exports and what is under way.',
    params,
    response: { status: 200, schema: personFileSchema },
    problems: ['not-found'],
  }),
  listPersonAudit: defineRoute({
    id: 'listPersonAudit',
    method: 'GET',
    path: `${person}/audit-log`,
    access: read,
    summary: 'The audit log of an account, newest first; also of one that is gone.',
    params,
    query: auditQuery,
    response: { status: 200, schema: pageOf(auditEntrySchema) },
    problems: [],
  }),
  verifyPersonEmail: defineRoute({
    id: 'verifyPersonEmail',
    method: 'POST',
    path: `${person}/email-verification`,
    access: change,
    summary: 'Confirm an address on other evidence than the mail. The person gets a mail.',
    params,
    body: evidenceBody('emailEvidenceDto'),
    response: done,
    problems: ['not-found', 'state-conflict'],
  }),
  resetPersonPassword: defineRoute({
    id: 'resetPersonPassword',
    method: 'POST',
    path: `${person}/password-reset`,
    access: change,
    summary:
      'End the password and all sessions, and mail the person a link to choose a new one. Operators never set one.',
    params,
    body: reasonBody('forcedResetDto'),
    response: done,
    problems: ['not-found', 'state-conflict'],
  }),
  endPersonSession: defineRoute({
    id: 'endPersonSession',
    method: 'DELETE',
    path: `${person}/sessions/{sessionId}`,
    access: change,
    summary: 'End one session of a person. The person gets a mail.',
    params: params.extend({ sessionId: idSchema }),
    response: done,
    problems: ['not-found'],
  }),
  endPersonSessions: defineRoute({
    id: 'endPersonSessions',
    method: 'DELETE',
    path: `${person}/sessions`,
    access: change,
    summary: 'End all sessions of a person and forget their trusted devices. The person gets a mail.',
    params,
    response: { status: 200, schema: z.object({ ended: z.int() }) },
    problems: ['not-found'],
  }),
  removePersonFactors: defineRoute({
    id: 'removePersonFactors',
    method: 'POST',
    path: `${person}/factor-removal`,
    access: change,
    summary:
      'Start the removal of all second factors, on evidence that they are lost. It takes 72 hours with a mail on each day; every mail and every factor stops it. Not for administrators.',
    params,
    body: evidenceBody('factorEvidenceDto'),
    response: { status: 200, schema: z.object({ removalAt: timeSchema }) },
    problems: ['not-found', 'not-set-up', 'state-conflict'],
  }),
  suspendPerson: defineRoute({
    id: 'suspendPerson',
    method: 'PUT',
    path: `${person}/suspension`,
    access: change,
    summary:
      'Suspend an account: sign-in is refused with account-suspended, and all sessions end. Its captchas and their API keys keep working. The person gets a mail with the reason.',
    params,
    body: reasonBody('suspensionDto'),
    response: done,
    problems: ['not-found', 'state-conflict'],
  }),
  liftSuspension: defineRoute({
    id: 'liftSuspension',
    method: 'DELETE',
    path: `${person}/suspension`,
    access: change,
    summary: 'Lift the suspension of an account. The person gets a mail.',
    params,
    response: done,
    problems: ['not-found', 'state-conflict'],
  }),
  createPersonExport: defineRoute({
    id: 'createPersonExport',
    method: 'POST',
    path: `${person}/exports`,
    access: change,
    summary: 'Make the export of a person’s data that they could make themselves, and mail them when it is ready.',
    params,
    body: reasonBody('personExportDto'),
    response: { status: 202, schema: accountExportSchema },
    problems: ['not-found', 'state-conflict'],
  }),
  downloadPersonExport: defineRoute({
    id: 'downloadPersonExport',
    method: 'GET',
    path: `${person}/exports/{exportId}/file`,
    access: change,
    summary:
      'The ZIP file of a person’s export, for somebody who cannot sign in. The person gets a mail with the reason.',
    params: params.extend({ exportId: idSchema }),
    query: z.strictObject({ reason: operatorReasonSchema }),
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['application/zip'] },
    problems: ['not-found', 'export-not-ready', 'export-expired'],
  }),
  previewPersonDeletion: defineRoute({
    id: 'previewPersonDeletion',
    method: 'GET',
    path: `${person}/deletion`,
    access: read,
    summary: 'Preview what deleting the account of a person would do, and what prevents it.',
    params,
    response: { status: 200, schema: deletionPreviewSchema },
    problems: ['not-found'],
  }),
  listAdministrators: defineRoute({
    id: 'listAdministrators',
    method: 'GET',
    path: '/identity/v1/administrators',
    access: read,
    summary: 'The administrators of the installation.',
    response: {
      status: 200,
      schema: z.object({ items: z.array(personSummarySchema.extend({ hasSecondFactor: z.boolean() })) }),
    },
    problems: [],
  }),
  createOperatorRequest: defineRoute({
    id: 'createOperatorRequest',
    method: 'POST',
    path: requests,
    access: change,
    summary:
      'Ask for what takes two operators: to make somebody an administrator, to take that away, or to delete an account. Another operator has 24 hours to confirm it.',
    body: {
      name: 'operatorRequestNewDto',
      schema: z.strictObject({
        kind: z.enum(operatorRequestKinds),
        userId: idSchema,
        /** The address of the account, typed again. */
        confirmEmail: emailSchema,
        reason: operatorReasonSchema,
      }),
    },
    response: { status: 201, schema: operatorRequestSchema },
    problems: ['not-found', 'state-conflict', 'last-admin', 'in-use', 'email-not-verified'],
  }),
  listOperatorRequests: defineRoute({
    id: 'listOperatorRequests',
    method: 'GET',
    path: requests,
    access: read,
    summary: 'What waits for a second operator, newest first.',
    response: { status: 200, schema: z.object({ items: z.array(operatorRequestSchema) }) },
    problems: [],
  }),
  confirmOperatorRequest: defineRoute({
    id: 'confirmOperatorRequest',
    method: 'POST',
    path: `${requests}/{requestId}/confirmation`,
    access: change,
    summary:
      'Confirm as the second operator, which carries it out. An account is deleted in 30 days, and until then the link in the mail undoes it.',
    params: z.strictObject({ requestId: idSchema }),
    response: done,
    problems: ['not-found', 'second-person-needed', 'state-conflict', 'last-admin', 'in-use', 'email-not-verified'],
  }),
  declineOperatorRequest: defineRoute({
    id: 'declineOperatorRequest',
    method: 'DELETE',
    path: `${requests}/{requestId}`,
    access: change,
    summary: 'Decline or withdraw what waits for a second operator.',
    params: z.strictObject({ requestId: idSchema }),
    response: done,
    problems: ['not-found'],
  }),
  startView: defineRoute({
    id: 'startView',
    method: 'POST',
    path: `${person}/views`,
    access: change,
    summary:
      'Look at the dashboard as a person for 15 minutes, reading only. Returns an address that works once within 60 seconds. The person gets a mail with the reason.',
    params,
    body: reasonBody('viewNewDto'),
    response: { status: 201, schema: z.object({ url: z.url(), expiresAt: timeSchema }) },
    problems: ['not-found', 'state-conflict'],
  }),
  openView: defineRoute({
    id: 'openView',
    method: 'POST',
    path: '/identity/v1/views',
    access: anybody,
    summary: 'Exchange the token of such an address for the cookie of the view.',
    body: { name: 'viewTokenDto', schema: z.strictObject({ token: z.string().min(1).max(200) }) },
    response: done,
    problems: ['token-invalid', 'rate-limited'],
  }),
  endView: defineRoute({
    id: 'endView',
    method: 'DELETE',
    path: '/identity/v1/views/current',
    access: anybody,
    summary: 'End the view of this browser.',
    response: done,
    problems: [],
  }),
}
