import type { Person } from '@bollard/access'
import type { Invitation } from '@bollard/contracts'
import type { Entity } from '@bollard/access'
import { organizationOf, solutionOf } from '../access/entity.ts'
import type { SolutionContext } from '../solution-context.ts'

/** An invitation as the statements of this service select it. */
export interface InvitationRow {
  readonly id: string
  readonly solutionId: string | null
  readonly organizationId: string | null
  readonly email: string
  readonly role: Invitation['role']
  readonly language: Invitation['language']
  readonly message: string
  readonly status: Exclude<Invitation['status'], 'EXPIRED'>
  readonly invitedBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly resentAt: Date | null
}

export const invitationDays = 7

export const invitationColumns = `id, solution_id as "solutionId", organization_id as "organizationId", email, role, language, message, status,
  invited_by as "invitedBy", created_at as "createdAt", expires_at as "expiresAt", resent_at as "resentAt"`

/** What an invitation leads to. */
export function entityOf({ solutionId, organizationId }: Pick<InvitationRow, 'solutionId' | 'organizationId'>): Entity {
  if (solutionId !== null) return solutionOf(solutionId)
  if (organizationId !== null) return organizationOf(organizationId)
  throw new Error('An invitation leads nowhere, which the table forbids')
}

/** The database knows no clock, so an open invitation expires where it is read. */
export function statusOf(
  { status, expiresAt }: Pick<InvitationRow, 'status' | 'expiresAt'>,
  now: Date,
): Invitation['status'] {
  return status === 'PENDING' && expiresAt <= now ? 'EXPIRED' : status
}

export function expiryAfter(at: Date): Date {
  return new Date(at.getTime() + invitationDays * 86_400_000)
}

/** Rows as admins get them, with the names of the inviters. Ask outside of a transaction. */
export async function describeInvitations(
  { identity }: Pick<SolutionContext, 'identity'>,
  rows: readonly InvitationRow[],
  now: Date,
): Promise<Invitation[]> {
  const ids = [...new Set(rows.map(({ invitedBy }) => invitedBy))]
  const people = ids.length === 0 ? [] : await identity.findPeople(ids)
  return rows.map((row) =>
    toInvitation(
      row,
      people.find(({ userId }) => userId === row.invitedBy),
      now,
    ),
  )
}

export function toInvitation(
  row: InvitationRow,
  inviter: Pick<Person, 'givenName'> | undefined,
  now: Date,
): Invitation {
  const { id, email, role, language, message } = row
  return {
    id,
    email,
    role,
    language,
    message,
    status: statusOf(row, now),
    invitedBy: { userId: row.invitedBy, givenName: inviter?.givenName ?? null },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    resentAt: row.resentAt?.toISOString() ?? null,
  }
}
