import { solutionPolicy } from './solution-policy.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'
import { roles } from './access.ts'
import { idSchema, lineOfText, timeSchema } from './wire.ts'

export const memberSchema = z.object({
  userId: z.string(),
  /** Null once the account is gone. */
  givenName: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(roles),
  since: timeSchema,
})
export type Member = z.infer<typeof memberSchema>

/** Members of a solution or of an organization, invitations not counted. */
export const membersMax = 100

const userId = z.string().min(1).max(100).regex(lineOfText)
const ofSolution = z.strictObject({ solutionId: idSchema })
const ofOrganization = z.strictObject({ organizationId: idSchema })
const roleDto = z.strictObject({ role: z.enum(roles) })
const members = z.object({ items: z.array(memberSchema) })
const solutionMembers = '/solution/v1/solutions/{solutionId}/members'
const organizationMembers = '/solution/v1/organizations/{organizationId}/members'

/** Who belongs to solutions and organizations. One admin always stays. */
export const memberRoutes = {
  listSolutionMembers: defineRoute({
    id: 'listSolutionMembers',
    method: 'GET',
    path: solutionMembers,
    access: solutionPolicy['solution.read'],
    summary: 'Members of a solution, in the order they joined; at most 100.',
    params: ofSolution,
    response: { status: 200, schema: members },
    problems: [],
  }),
  updateSolutionMember: defineRoute({
    id: 'updateSolutionMember',
    method: 'PUT',
    path: `${solutionMembers}/{userId}`,
    access: solutionPolicy['solution.change-member'],
    summary: 'Change the role of a member. Making someone an admin requires recent re-authentication.',
    params: ofSolution.extend({ userId }),
    body: { name: 'solutionMemberDto', schema: roleDto },
    response: { status: 200, schema: memberSchema },
    problems: ['step-up-required', 'last-admin'],
  }),
  removeSolutionMember: defineRoute({
    id: 'removeSolutionMember',
    method: 'DELETE',
    path: `${solutionMembers}/{userId}`,
    access: solutionPolicy['solution.leave'],
    summary: 'Remove a member (admins only), or leave with your own ID.',
    params: ofSolution.extend({ userId }),
    response: { status: 204, schema: null },
    problems: ['role-too-low', 'last-admin'],
  }),
  listOrganizationMembers: defineRoute({
    id: 'listOrganizationMembers',
    method: 'GET',
    path: organizationMembers,
    access: solutionPolicy['organization.read'],
    summary: 'Members of an organization, in the order they joined; at most 100.',
    params: ofOrganization,
    response: { status: 200, schema: members },
    problems: [],
  }),
  updateOrganizationMember: defineRoute({
    id: 'updateOrganizationMember',
    method: 'PUT',
    path: `${organizationMembers}/{userId}`,
    access: solutionPolicy['organization.change-member'],
    summary: 'Change the role of a member. Making someone an admin requires recent re-authentication.',
    params: ofOrganization.extend({ userId }),
    body: { name: 'organizationMemberDto', schema: roleDto },
    response: { status: 200, schema: memberSchema },
    problems: ['step-up-required', 'last-admin'],
  }),
  removeOrganizationMember: defineRoute({
    id: 'removeOrganizationMember',
    method: 'DELETE',
    path: `${organizationMembers}/{userId}`,
    access: solutionPolicy['organization.leave'],
    summary: 'Remove a member (admins only), or leave with your own ID.',
    params: ofOrganization.extend({ userId }),
    response: { status: 204, schema: null },
    problems: ['role-too-low', 'last-admin'],
  }),
}
