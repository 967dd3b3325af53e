import { anybody, roles } from './access.ts'
import { solutionPolicy } from './solution-policy.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, timeSchema } from './wire.ts'

export const inviteTokenPurposes = ['REFERRAL', 'JOIN'] as const
/** Tokens of an organization that can still be used. */
export const inviteTokensMax = 50

const organizationInviteTokenCreationDto = z
  .strictObject({
    label: z.string().trim().min(1).max(60).regex(lineOfText),
    purpose: z.enum(inviteTokenPurposes),
    /** What people who join become; for JOIN only, where it is needed. */
    role: z.enum(['VIEWER', 'MEMBER']).optional(),
    /** Left out: 10 for JOIN, any number for REFERRAL. */
    maxUses: z.int().min(1).max(1000).optional(),
    /** Left out: 14 for JOIN, for good for REFERRAL. */
    expiresInDays: z.int().min(1).max(365).optional(),
  })
  .refine(({ purpose, role }) => (purpose === 'JOIN') === (role !== undefined), { path: ['role'] })

export const inviteTokenSchema = z.object({
  id: idSchema,
  label: z.string(),
  purpose: z.enum(inviteTokenPurposes),
  role: z.enum(['VIEWER', 'MEMBER']).nullable(),
  /** The first characters of the token, to recognise it by. */
  prefix: z.string(),
  uses: z.int(),
  maxUses: z.int().nullable(),
  createdAt: timeSchema,
  expiresAt: timeSchema.nullable(),
})
export type InviteToken = z.infer<typeof inviteTokenSchema>

/** Whoever holds the link reads this. */
export const inviteTokenPreviewSchema = z.object({
  organization: z.object({ name: z.string(), verified: z.boolean() }),
  purpose: z.enum(inviteTokenPurposes),
  role: z.enum(['VIEWER', 'MEMBER']).nullable(),
  expiresAt: timeSchema.nullable(),
})
export type InviteTokenPreview = z.infer<typeof inviteTokenPreviewSchema>

const ofOrganization = z.strictObject({ organizationId: idSchema })
const tokenDto = z.strictObject({ token: z.string().min(1).max(200) })
const tokens = '/solution/v1/organizations/{organizationId}/invite-tokens'

/** Links that several people can use: to join an organization, or to be its customer. */
export const inviteTokenRoutes = {
  createOrganizationInviteToken: defineRoute({
    id: 'createOrganizationInviteToken',
    method: 'POST',
    path: tokens,
    access: solutionPolicy['organization.invite-tokens'],
    summary: 'Create an invite link. Its token is shown only once, since only its hash is stored.',
    params: ofOrganization,
    body: { name: 'organizationInviteTokenCreationDto', schema: organizationInviteTokenCreationDto },
    response: { status: 201, schema: inviteTokenSchema.extend({ token: z.string(), url: z.string() }) },
    location: '/solution/v1/organizations/{organizationId}/invite-tokens/{id}',
    repeatable: { secrets: ['token', 'url'] },
    problems: ['idempotency-mismatch', 'quota-exceeded'],
  }),
  listOrganizationInviteTokens: defineRoute({
    id: 'listOrganizationInviteTokens',
    method: 'GET',
    path: tokens,
    access: solutionPolicy['organization.list-invite-tokens'],
    summary: 'Invite links of an organization that have not been deleted, newest first; at most 100.',
    params: ofOrganization,
    response: { status: 200, schema: z.object({ items: z.array(inviteTokenSchema) }) },
    problems: [],
  }),
  deleteOrganizationInviteToken: defineRoute({
    id: 'deleteOrganizationInviteToken',
    method: 'DELETE',
    path: `${tokens}/{inviteTokenId}`,
    access: solutionPolicy['organization.invite-tokens'],
    summary: 'Delete an invite link immediately. People who already used it are not affected.',
    params: ofOrganization.extend({ inviteTokenId: idSchema }),
    response: { status: 204, schema: null },
    problems: [],
  }),
  previewInviteToken: defineRoute({
    id: 'previewInviteToken',
    method: 'POST',
    path: '/solution/v1/invite-tokens/preview',
    access: anybody,
    summary: 'Get the organization and purpose of an invite link, before signing in.',
    body: { name: 'inviteTokenPreviewDto', schema: tokenDto },
    response: { status: 200, schema: inviteTokenPreviewSchema },
    problems: ['token-invalid', 'token-expired', 'rate-limited'],
  }),
  redeemInviteToken: defineRoute({
    id: 'redeemInviteToken',
    method: 'POST',
    path: '/solution/v1/invite-tokens/redemption',
    access: solutionPolicy['invitation.answer'],
    summary: 'Join an organization with an invite link for colleagues.',
    body: { name: 'inviteTokenRedemptionDto', schema: tokenDto },
    response: { status: 200, schema: z.object({ organizationId: idSchema, name: z.string(), role: z.enum(roles) }) },
    problems: ['token-invalid', 'token-expired', 'already-member', 'state-conflict', 'quota-exceeded'],
  }),
}
