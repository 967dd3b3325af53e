import type { Actor } from '@bollard/access'
import type { Organization } from '@bollard/contracts'
import { decodeCursor, encodeCursor } from '@bollard/http'
import { describeOrganizations, organizationColumns, type OrganizationRow } from './organization-row.ts'
import { assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

export interface PageQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

type Page = { items: Organization[]; nextCursor: string | null }
type ListContext = Pick<SolutionContext, 'db' | 'now' | 'encryptionKey' | 'billing'>

/** A page of the organizations that a person belongs to, newest first. Only administrators of the deployment name somebody else. */
export async function listOrganizations(
  context: ListContext,
  actor: Actor,
  query: PageQuery & { readonly userId?: string | undefined },
): Promise<Page> {
  const ofUserId = query.userId ?? actor.userId
  assertAllowed(
    actor,
    ofUserId === actor.userId ? 'organization.list-own' : 'organization.list-others',
    null,
    context.now(),
  )
  const values = [ofUserId, actor.userId, placeAfter(query), query.limit + 1]
  const rows = await asActor(context.db, actor, (tx) => tx.query('organization-list', ofPersonSql, values), {
    seesAll: ofUserId !== actor.userId,
  })
  return toPage(context, actor, rows, query.limit)
}

/**
 * A page of all organizations, newest first, for administrators of the deployment. `filter` is a part of a name or of the
 * contact address, or a whole id, referral code, VAT id, id of a member, kind or state of the verification.
 */
export async function listLatestOrganizations(
  context: ListContext,
  actor: Actor,
  query: PageQuery & { readonly filter?: string | undefined },
): Promise<Page> {
  assertAllowed(actor, 'organization.list-others', null, context.now())
  const filter = query.filter ?? ''
  const values = [
    actor.userId,
    placeAfter(query),
    query.limit + 1,
    filter,
    `%${filter.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`,
  ]
  const rows = await asActor(context.db, actor, (tx) => tx.query('organization-list-latest', latestSql, values), {
    seesAll: true,
  })
  return toPage(context, actor, rows, query.limit)
}

/** Those of the named organizations that the actor may see; nothing tells whether the others exist. */
export async function listOrganizationsByIds(
  context: ListContext,
  actor: Actor,
  ids: readonly string[],
): Promise<{ items: Organization[] }> {
  assertAllowed(actor, 'organization.list-own', null, context.now())
  const rows = await asActor(
    context.db,
    actor,
    (tx) => tx.query('organization-list-by-ids', byIdsSql, [actor.userId, ids]),
    { seesAll: true },
  )
  return { items: await describeOrganizations(context, actor, rows) }
}

const placeAfter = ({ cursor }: PageQuery) => (cursor === undefined ? null : decodeCursor(cursor))

/** One row more than asked for tells whether there is a further page. */
async function toPage(
  context: ListContext,
  actor: Actor,
  rows: readonly OrganizationRow[],
  limit: number,
): Promise<Page> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: await describeOrganizations(context, actor, page),
    nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null,
  }
}

const ofPersonSql = `select ${organizationColumns}, coalesce(mine.role, 'VIEWER') as "myRole"
  from solution.organization_members listed join solution.organizations o on o.id = listed.organization_id
  left join solution.organization_members mine on mine.organization_id = o.id and mine.user_id = $2
  where listed.user_id = $1 and o.deleted_at is null and ($3::uuid is null or o.id < $3)
  order by o.id desc limit $4`
const latestSql = `select ${organizationColumns}, coalesce(mine.role, 'VIEWER') as "myRole"
  from solution.organizations o left join solution.organization_members mine on mine.organization_id = o.id and mine.user_id = $1
  where o.deleted_at is null and ($2::uuid is null or o.id < $2)
    and ($4::text = '' or o.name ilike $5 or o.legal_name ilike $5 or o.contact_email ilike $5 or o.id::text = lower($4)
      or upper($4) in (o.referral_code, o.vat_id, o.kind, o.verification)
      or exists (select from solution.organization_members m where m.organization_id = o.id and m.user_id = $4))
  order by o.id desc limit $3`
const byIdsSql = `select ${organizationColumns}, coalesce(mine.role, 'VIEWER') as "myRole"
  from solution.organizations o left join solution.organization_members mine on mine.organization_id = o.id and mine.user_id = $1
  where o.id = any($2::uuid[]) and o.deleted_at is null`
