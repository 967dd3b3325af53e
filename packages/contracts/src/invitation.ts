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
      'Invite someone to a solution by mail. Replaces an open invitation to the same address; responds the same whether or not the address has an account. Inviting an admin requires recent re-authentication. Members and open invitations together count towards the plan limit.',
    params: ofSolution,
    body: { name: 'solutionInvitationCreationDto', schema: invitationCreationDto },
    response: { status: 201, schema: invitationSchema },
    location: '/solution/v1/invitations/{id}',
    repeatable: {},
    problems: ['step-up-required', 'already-member', 'idempotency-mismatch', 'quota-exceeded'],
  }),
  listSolutionInvitations: defineRoute({
    id: 'listSolutionInvitations',
    method: 'GET',
    path: '/solution/v1/solutions/{solutionId}/invitations',
    access: solutionPolicy['solution.list-invitations'],
    summary: 'Invitations of the last 90 days, newest first; at most 100.',
    params: ofSolution,
    response: { status: 200, schema: invitations },
    problems: [],
  }),
  createOrganizationInvitation: defineRoute({
    id: 'createOrganizationInvitation',
    method: 'POST',
    path: '/solution/v1/organizations/{organizationId}/invitations',
    access: solutionPolicy['organization.invite'],
    summary: 'Invite someone to an organization by mail, under the same rules as for a solution.',
    params: ofOrganization,
    body: { name: 'organizationInvitationCreationDto', schema: invitationCreationDto },
    response: { status: 201, schema: invitationSchema },
    location: '/solution/v1/invitations/{id}',
    repeatable: {},
    problems: ['step-up-required', 'already-member', 'idempotency-mismatch', 'quota-exceeded'],
  }),
  listOrganizationInvitations: defineRoute({
    id: 'listOrganizationInvitations',
    method: 'GET',
    path: '/solution/v1/organizations/{organizationId}/invitations',
    access: solutionPolicy['organization.list-invitations'],
    summary: 'Invitations of the last 90 days, newest first; at most 100.',
    params: ofOrganization,
    response: { status: 200, schema: invitations },
    problems: [],
  }),
  resendInvitation: defineRoute({
    id: 'resendInvitation',
    method: 'POST',
    path: `${base}/{invitationId}/resend`,
    access: solutionPolicy['solution.invite'],
    summary: 'Mail a new link, valid for another 7 days. The previous link stops working.',
    params: ofInvitation,
    response: { status: 200, schema: invitationSchema },
    problems: ['step-up-required', 'state-conflict', 'quota-exceeded'],
  }),
  revokeInvitation: defineRoute({
    id: 'revokeInvitation',
    method: 'DELETE',
    path: `${base}/{invitationId}`,
    access: solutionPolicy['organization.remove-member'],
    summary: 'Revoke an open invitation.',
    params: ofInvitation,
    response: { status: 204, schema: null },
    problems: ['state-conflict'],
  }),
  previewInvitation: defineRoute({
    id: 'previewInvitation',
    method: 'POST',
    path: `${base}/preview`,
    access: anybody,
    summary: 'Get who invites to what, using the link, before signing in.',
    body: { name: 'invitationPreviewDto', schema: tokenOnly },
    response: { status: 200, schema: invitationPreviewSchema },
    problems: ['token-invalid', 'rate-limited'],
  }),
  acceptInvitation: defineRoute({
    id: 'acceptInvitation',
    method: 'POST',
    path: `${base}/acceptance`,
    access: solutionPolicy['invitation.answer'],
    summary: 'Accept an invitation. The session must belong to the invited address, and the address must be confirmed.',
    body: { name: 'invitationAcceptanceDto', schema: answerDto },
    response: { status: 200, schema: receivedInvitationSchema },
    problems: [
      'wrong-account',
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
    summary:
      'Decline an invitation. The link alone is enough; declining by ID requires a session of the invited address.',
    body: { name: 'invitationDeclineDto', schema: answerDto },
    response: { status: 204, schema: null },
    problems: [
      'unauthenticated',
      'email-not-verified',
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
    summary: 'Open invitations to your confirmed address, newest first; at most 100.',
    response: { status: 200, schema: z.object({ items: z.array(receivedInvitationSchema) }) },
    problems: [],
  }),
}
