import { anybody, roles } from './access.ts'
import { solutionPolicy } from './solution-policy.ts'
import { z } from 'zod'
import { emailSchema, languageSchema } from './identity.ts'
import { defineRoute } from './route.ts'
import { idSchema, timeSchema } from './wire.ts'

export const invitationStatuses = ['PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED', 'EXPIRED'] as const
/** Open invitations of one solution or organization. */
export const pendingInvitationsMax = 50

const message = z
  .string()
  .trim()
  .max(500)
  .regex(/^(?:[\n\r\t]|[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069])*$/u)
const invitationCreationDto = z.strictObject({
  email: emailSchema.toLowerCase(),
  role: z.enum(roles),
  language: languageSchema.default('en'),
  message: message.default(''),
})

export const invitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  role: z.enum(roles),
  language: languageSchema,
  message: z.string(),
  status: z.enum(invitationStatuses),
  /** Null once the account is gone. */
  invitedBy: z.object({ userId: z.string(), givenName: z.string().nullable() }),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  resentAt: timeSchema.nullable(),
})
export type Invitation = z.infer<typeof invitationSchema>

/** What an invitation leads to. */
const invitedTo = z.object({ kind: z.enum(['SOLUTION', 'ORGANIZATION']), id: idSchema, name: z.string() })

/** An invitation as the invited person sees it. */
export const receivedInvitationSchema = z.object({
  id: idSchema,
  to: invitedTo,
  role: z.enum(roles),
  status: z.enum(invitationStatuses),
  inviterName: z.string().nullable(),
  message: z.string(),
  expiresAt: timeSchema,
})
export type ReceivedInvitation = z.infer<typeof receivedInvitationSchema>
/** Whoever holds the link reads this, so it names neither ids nor whole addresses. */
export const invitationPreviewSchema = receivedInvitationSchema
  .omit({ id: true, to: true })
  .extend({ to: invitedTo.omit({ id: true }), maskedEmail: z.string() })
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>

const token = z.string().min(1).max(200)
const tokenOnly = z.strictObject({ token })
/** The link of the mail, or an invitation of `listMyInvitations`. */
const answerDto = z
  .strictObject({ token: token.optional(), invitationId: idSchema.optional() })
  .refine((answer) => (answer.token === undefined) !== (answer.invitationId === undefined), { path: ['token'] })

const ofSolution = z.strictObject({ solutionId: idSchema })
const ofOrganization = z.strictObject({ organizationId: idSchema })
const ofInvitation = z.strictObject({ invitationId: idSchema })
const invitations = z.object({ items: z.array(invitationSchema) })
const base = '/solution/v1/invitations'

/**
 * Invitations to solutions and organizations, valid for 7 days. Tokens travel in bodies, never in an address that a log
 * would keep.
 */
export const invitationRoutes = {
  createSolutionInvitation: defineRoute({
    id: 'createSolutionInvitation',
    method: 'POST',
    path: '/solution/v1/solutions/{solutionId}/invitations',
    access: solutionPolicy['solution.invite'],
    summary:
      'Invite somebody to a solution by mail. Replaces an open invitation to the same address; answers the same whether the address has an account. To invite an admin takes a fresh proof of who is there. Members and open invitations count together against the limit of the plan.',
    params: ofSolution,
    body: { name: 'solutionInvitationCreationDto', schema: invitationCreationDto },
    response: { status: 201, schema: invitationSchema },
    location: '/solution/v1/invitations/{id}',
    repeatable: {},
    problems: [
      'unauthenticated',
      'step-up-required',
      'role-too-low',
      'solution-locked',
      'not-found',
      'already-member',
      'idempotency-mismatch',
      'unknown-field',
      'validation-failed',
      'quota-exceeded',
      'rate-limited',
    ],
  }),
  listSolutionInvitations: defineRoute({
    id: 'listSolutionInvitations',
    method: 'GET',
    path: '/solution/v1/solutions/{solutionId}/invitations',
    access: solutionPolicy['solution.list-invitations'],
    summary: 'The invitations of the last 90 days, newest first; at most 100.',
    params: ofSolution,
    response: { status: 200, schema: invitations },
    problems: ['unauthenticated', 'role-too-low', 'not-found'],
  }),
  createOrganizationInvitation: defineRoute({
    id: 'createOrganizationInvitation',
    method: 'POST',
    path: '/solution/v1/organizations/{organizationId}/invitations',
    access: solutionPolicy['organization.invite'],
    summary: 'Invite somebody to an organization by mail, under the same rules as to a solution.',
    params: ofOrganization,
    body: { name: 'organizationInvitationCreationDto', schema: invitationCreationDto },
    response: { status: 201, schema: invitationSchema },
    location: '/solution/v1/invitations/{id}',
    repeatable: {},
    problems: [
      'unauthenticated',
      'step-up-required',
      'role-too-low',
      'not-found',
      'already-member',
      'idempotency-mismatch',
      'unknown-field',
      'validation-failed',
      'quota-exceeded',
      'rate-limited',
    ],
  }),
  listOrganizationInvitations: defineRoute({
    id: 'listOrganizationInvitations',
    method: 'GET',
    path: '/solution/v1/organizations/{organizationId}/invitations',
    access: solutionPolicy['organization.list-invitations'],
    summary: 'The invitations of the last 90 days, newest first; at most 100.',
    params: ofOrganization,
    response: { status: 200, schema: invitations },
    problems: ['unauthenticated', 'role-too-low', 'not-found'],
  }),
  resendInvitation: defineRoute({
    id: 'resendInvitation',
    method: 'POST',
    path: `${base}/{invitationId}/resend`,
    access: solutionPolicy['solution.invite'],
    summary: 'Mail a new link, valid for another 7 days. The earlier one no longer works.',
    params: ofInvitation,
    response: { status: 200, schema: invitationSchema },
    problems: [
      'unauthenticated',
      'step-up-required',
      'role-too-low',
      'solution-locked',
      'not-found',
      'state-conflict',
      'quota-exceeded',
      'rate-limited',
    ],
  }),
  revokeInvitation: defineRoute({
    id: 'revokeInvitation',
    method: 'DELETE',
    path: `${base}/{invitationId}`,
    access: solutionPolicy['organization.remove-member'],
    summary: 'Take an open invitation back.',
    params: ofInvitation,
    response: { status: 204, schema: null },
    problems: ['unauthenticated', 'role-too-low', 'not-found', 'state-conflict'],
  }),
  previewInvitation: defineRoute({
    id: 'previewInvitation',
    method: 'POST',
    path: `${base}/preview`,
    access: anybody,
    summary: 'Who invites to what, for whoever holds the link, before signing in.',
    body: { name: 'invitationPreviewDto', schema: tokenOnly },
    response: { status: 200, schema: invitationPreviewSchema },
    problems: ['validation-failed', 'token-invalid', 'rate-limited'],
  }),
  acceptInvitation: defineRoute({
    id: 'acceptInvitation',
    method: 'POST',
    path: `${base}/acceptance`,
    access: solutionPolicy['invitation.answer'],
    summary: 'Become a member. The session must be of the invited address, and the address confirmed.',
    body: { name: 'invitationAcceptanceDto', schema: answerDto },
    response: { status: 200, schema: receivedInvitationSchema },
    problems: [
      'unauthenticated',
      'email-not-verified',
      'wrong-account',
      'validation-failed',
      'token-invalid',
      'not-found',
      'already-member',
      'state-conflict',
      'invitation-expired',
      'quota-exceeded',
    ],
  }),
  declineInvitation: defineRoute({
    id: 'declineInvitation',
    method: 'POST',
    path: `${base}/decline`,
    access: anybody,
    summary: 'Turn an invitation down. The link alone is enough; by id it takes a session of the invited address.',
    body: { name: 'invitationDeclineDto', schema: answerDto },
    response: { status: 204, schema: null },
    problems: [
      'unauthenticated',
      'email-not-verified',
      'validation-failed',
      'token-invalid',
      'not-found',
      'state-conflict',
      'invitation-expired',
      'rate-limited',
    ],
  }),
  listMyInvitations: defineRoute({
    id: 'listMyInvitations',
    method: 'GET',
    path: base,
    access: solutionPolicy['invitation.list-own'],
    summary: 'Open invitations to the confirmed address of the session, newest first; at most 100.',
    response: { status: 200, schema: z.object({ items: z.array(receivedInvitationSchema) }) },
    problems: ['unauthenticated'],
  }),
}
