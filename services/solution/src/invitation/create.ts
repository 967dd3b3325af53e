import type { Language } from '@bollard/i18n'
import type { Actor, Call, Entity } from '@bollard/access'
import type { Invitation, Role } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { lockEntity, requireAccess } from '../access/entity.ts'
import { expiryAfter, type InvitationRow, toInvitation } from './invitation-row.ts'
import { assertRoom, countBelonging } from './room.ts'
import { sendInvitation } from './send.ts'
import { listMembers } from '../member/list.ts'
import { maskEmail } from '../people/names.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor, hashToken } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

export interface InvitationNew {
  /** In lower case. */
  readonly email: string
  readonly role: Role
  readonly language: Language
  readonly message: string
}

type CreateContext = Pick<
  SolutionContext,
  'db' | 'now' | 'newId' | 'newToken' | 'identity' | 'billing' | 'enqueueMail' | 'identityUrl'
>

/**
 * Invites somebody to a solution or an organization by mail; an open invitation to the same address is replaced. Whether the
 * address has an account changes nothing. Throws `already-member`, `quota-exceeded` and `rate-limited`.
 */
export async function createInvitation(
  context: CreateContext,
  actor: Actor,
  entity: Entity,
  input: InvitationNew,
  call: Call,
): Promise<Invitation> {
  const at = context.now()
  const action = inviteAction(entity, input.role)
  await asActor(context.db, actor, (tx) => requireAccess(tx, actor, entity, action, at))
  // Both ask other services, who need connections of their own; so they are asked before the transaction, of those let in only.
  const planMax = entity.kind === 'SOLUTION' ? await context.billing.membersMax(entity.id) : null
  const members = (await listMembers(context, actor, entity)).items

  return asActor(context.db, actor, async (tx) => {
    await lockEntity(tx, entity)
    const { name } = await requireAccess(tx, actor, entity, action, at)
    if (members.some(({ email }) => email?.toLowerCase() === input.email)) throw new ProblemError('already-member')
    assertRoom(await countBelonging(tx, entity, input.email, at), planMax)
    const replaced = await revokePending(tx, entity, input.email, at)
    const { row, token } = await insert(context, tx, actor, entity, input, at)
    await sendInvitation(context, tx, actor, row, { name, token, at })
    await recordAudit(tx, actor, call, at, {
      scope: entity.kind,
      scopeId: entity.id,
      action: 'invitation.created',
      target: { kind: 'INVITATION', id: row.id },
      // Masked: the log is never erased, and the address may be of somebody who wants nothing of us.
      after: { email: maskEmail(row.email), role: row.role, ...(replaced === null ? {} : { replaces: replaced }) },
    })
    return call.keepAnswer(tx, toInvitation(row, actor, at))
  })
}

/** To make an admin of somebody takes a proof, by an invitation as well. */
export function inviteAction({ kind }: Pick<Entity, 'kind'>, role: Role) {
  if (kind === 'SOLUTION') return role === 'ADMIN' ? 'solution.invite-admin' : 'solution.invite'
  return role === 'ADMIN' ? 'organization.invite-admin' : 'organization.invite'
}

async function revokePending(tx: Queries, { kind, id }: Entity, email: string, at: Date): Promise<string | null> {
  const [name, sql] = kind === 'SOLUTION' ? replaceInSolution : replaceInOrganization
  const [row] = await tx.query(name, sql, [id, email, at])
  return row?.id ?? null
}

async function insert(
  context: CreateContext,
  tx: Queries,
  actor: Actor,
  entity: Entity,
  input: InvitationNew,
  at: Date,
): Promise<{ row: InvitationRow; token: string }> {
  const token = context.newToken()
  const [solutionId, organizationId] = entity.kind === 'SOLUTION' ? [entity.id, null] : [null, entity.id]
  const { email, role, language, message } = input
  const row: InvitationRow = {
    id: context.newId(),
    solutionId,
    organizationId,
    email,
    role,
    language,
    message,
    status: 'PENDING',
    invitedBy: actor.userId,
    createdAt: at,
    expiresAt: expiryAfter(at),
    resentAt: null,
  }
  const values = [
    row.id,
    solutionId,
    organizationId,
    email,
    role,
    language,
    message,
    hashToken(token),
    actor.userId,
    at,
    row.expiresAt,
  ]
  await tx.query('invitation-insert', insertSql, values)
  return { row, token }
}

const revoke = `update solution.invitations set status = 'REVOKED', decided_at = $3 where status = 'PENDING' and email = $2`
const replaceInSolution = ['invitation-replace-in-solution', `${revoke} and solution_id = $1 returning id`] as const
const replaceInOrganization = [
  'invitation-replace-in-organization',
  `${revoke} and organization_id = $1 returning id`,
] as const
const insertSql = `insert into solution.invitations (id, solution_id, organization_id, email, role, language, message, token_hash, invited_by, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
