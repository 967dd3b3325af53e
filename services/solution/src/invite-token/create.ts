import type { Language } from '@bollard/i18n'
import type { Actor, Call } from '@bollard/access'
import { type InviteToken, inviteTokensMax } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { lockEntity, organizationOf, requireAccess } from '../access/entity.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor, hashToken } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

export interface InviteTokenNew {
  readonly label: string
  readonly purpose: InviteToken['purpose']
  readonly role?: 'VIEWER' | 'MEMBER' | undefined
  readonly maxUses?: number | undefined
  readonly expiresInDays?: number | undefined
}

/** `token` and `url` are empty in a repeated answer: only the hash was kept. */
export type InviteTokenCreated = InviteToken & { readonly token: string; readonly url: string }

const joinUses = 10
const joinDays = 14
/** Enough to recognise a token by, and not enough to guess it. */
const prefixLength = 6

type CreateContext = Pick<SolutionContext, 'db' | 'now' | 'newId' | 'newToken' | 'identityUrl' | 'dashboardUrl'>

/** Makes a link of an organization. Throws `quota-exceeded` when it has as many as it may have. */
export async function createInviteToken(
  context: CreateContext,
  actor: Actor,
  organizationId: string,
  input: InviteTokenNew,
  call: Call,
): Promise<InviteTokenCreated> {
  const at = context.now()
  return asActor(context.db, actor, async (tx) => {
    const organization = organizationOf(organizationId)
    await lockEntity(tx, organization)
    await requireAccess(tx, actor, organization, 'organization.invite-tokens', at)
    await assertWithinQuota(tx, organizationId, at)
    const created = await insert(context, tx, actor, organizationId, input, at)
    const { id, label, purpose, role, maxUses, expiresAt } = created
    await recordAudit(tx, actor, call, at, {
      scope: 'ORGANIZATION',
      scopeId: organizationId,
      action: 'invite-token.created',
      target: { kind: 'INVITE_TOKEN', id },
      after: { label, purpose, role, maxUses, expiresAt },
    })
    return call.keepAnswer(tx, created)
  })
}

async function insert(
  context: CreateContext,
  tx: Queries,
  actor: Actor,
  organizationId: string,
  input: InviteTokenNew,
  at: Date,
): Promise<InviteTokenCreated> {
  const { label, purpose, role = null } = input
  const isJoin = purpose === 'JOIN'
  const maxUses = input.maxUses ?? (isJoin ? joinUses : null)
  const days = input.expiresInDays ?? (isJoin ? joinDays : null)
  const expiresAt = days === null ? null : new Date(at.getTime() + days * 86_400_000)
  const [id, token] = [context.newId(), context.newToken()]
  const prefix = token.slice(0, prefixLength)
  const values = [
    id,
    organizationId,
    label,
    purpose,
    role,
    hashToken(token),
    prefix,
    maxUses,
    actor.userId,
    at,
    expiresAt,
  ]
  await tx.query('invite-token-insert', insertSql, values)
  const [organization] = await tx.query(
    'invite-token-language',
    'select language from solution.organizations where id = $1',
    [organizationId],
  )
  const times = { createdAt: at.toISOString(), expiresAt: expiresAt?.toISOString() ?? null }
  return {
    id,
    label,
    purpose,
    role,
    prefix,
    uses: 0,
    maxUses,
    ...times,
    token,
    url: linkOf(context, organization?.language ?? 'en', purpose, token),
  }
}

/** The token stands behind the #, which browsers keep to themselves: no log of ours gets to see it. */
function linkOf(
  { identityUrl, dashboardUrl }: CreateContext,
  language: Language,
  purpose: InviteToken['purpose'],
  token: string,
): string {
  return purpose === 'JOIN'
    ? `${identityUrl}/${language}/join#token=${token}`
    : `${dashboardUrl}/${language}/solution-creation#inviteToken=${token}`
}

async function assertWithinQuota(tx: Queries, organizationId: string, at: Date): Promise<void> {
  const [row] = await tx.query('invite-token-count', countSql, [organizationId, at])
  if (row && row.count >= inviteTokensMax)
    throw new ProblemError('quota-exceeded', `An organization has at most ${inviteTokensMax} links at a time.`)
}

const countSql = `select count(*)::int as count from solution.invite_tokens
  where organization_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`
const insertSql = `insert into solution.invite_tokens (id, organization_id, label, purpose, role, token_hash, prefix, max_uses, created_by, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
