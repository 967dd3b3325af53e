import type { Invitation, Member, Role } from '@bollard/contracts'
import { apiOf } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import type { PeoplePlace } from './people-place.ts'
import type { TypedInvitation } from './typed-invitation.ts'

/** A request about the people of one place. */
export interface PeopleRequest {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
  readonly place: PeoplePlace
}

interface PeopleCalls {
  listMembers: () => Promise<{ items: Member[] }>
  updateMember: (userId: string, role: Role) => Promise<unknown>
  removeMember: (userId: string) => Promise<unknown>
  listInvitations: () => Promise<{ items: Invitation[] }>
  invite: (invitation: TypedInvitation, idempotencyKey?: string) => Promise<Invitation>
}

/** The same five calls, of a solution or of an organization. */
export function peopleCalls({ context, request, place: { kind, id } }: PeopleRequest): PeopleCalls {
  const api = apiOf(context, request)
  const keyed = (idempotencyKey?: string) => (idempotencyKey === undefined ? {} : { idempotencyKey })
  const solutionId = id
  const organizationId = id
  return kind === 'solution'
    ? {
        listMembers: () => api.listSolutionMembers({ solutionId }),
        updateMember: (userId, role) => api.updateSolutionMember({ solutionId, userId, solutionMemberDto: { role } }),
        removeMember: (userId) => api.removeSolutionMember({ solutionId, userId }),
        listInvitations: () => api.listSolutionInvitations({ solutionId }),
        invite: (solutionInvitationCreationDto, key) =>
          api.createSolutionInvitation({ solutionId, solutionInvitationCreationDto }, keyed(key)),
      }
    : {
        listMembers: () => api.listOrganizationMembers({ organizationId }),
        updateMember: (userId, role) =>
          api.updateOrganizationMember({ organizationId, userId, organizationMemberDto: { role } }),
        removeMember: (userId) => api.removeOrganizationMember({ organizationId, userId }),
        listInvitations: () => api.listOrganizationInvitations({ organizationId }),
        invite: (organizationInvitationCreationDto, key) =>
          api.createOrganizationInvitation({ organizationId, organizationInvitationCreationDto }, keyed(key)),
      }
}
