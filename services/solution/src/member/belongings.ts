import type { Role } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import { recordAudit } from '../store/record-audit.ts'
import { lockEntity } from '../access/entity.ts'
import { refusingLastAdmin } from './last-admin.ts'

/** A solution or an organization that a person is a member of. */
export interface Belonging {
  readonly kind: 'SOLUTION' | 'ORGANIZATION'
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly since: Date
  /** Nobody else is an admin there. */
  readonly isSoleAdmin: boolean
  /** They are an admin there, and it is locked by order of law. */
  readonly isHeldByLaw: boolean
}

/** Everything that a person is a member of, for the identity service: exports and deletions of accounts ask for it. */
export function listBelongings(db: Queries, userId: string): Promise<Belonging[]> {
  return db.query('belongings-list', listSql, [userId])
}

/**
 * Takes a person out of everything, because their account ends. Rejects with `last-admin`, having changed nothing, where they
 * are the only admin. Safe to repeat.
 */
export async function leaveAll({ db, now }: { db: Database; now: () => Date }, userId: string): Promise<void> {
  const at = now()
  await refusingLastAdmin(
    db.transaction(async (tx) => {
      const belongings = await listBelongings(tx, userId)
      // In the order of the ids, so that two who leave at once never wait for each other.
      for (const belonging of belongings.toSorted((a, b) => (a.id < b.id ? -1 : 1))) await lockEntity(tx, belonging)
      // The rows likewise, which the database locks when an admin goes: whoever locks several goes by the ids.
      await tx.query('belongings-lock-solutions', lockSql, [userId])
      // Once more, now that nobody else changes it: the same may have been asked twice.
      const left = await listBelongings(tx, userId)
      await tx.query('belongings-leave-solutions', 'delete from solution.members where user_id = $1', [userId])
      await tx.query('belongings-leave-organizations', 'delete from solution.organization_members where user_id = $1', [
        userId,
      ])
      for (const { kind, id, role } of left) {
        const target = { kind: 'USER', id: userId }
        await recordAudit(tx, null, null, at, {
          scope: kind,
          scopeId: id,
          action: 'member.left',
          target,
          before: { role },
        })
      }
    }),
  )
}

/** Members of a solution and people who are invited to become some: what a plan limits. */
export async function countMembers(db: Queries, solutionId: string, now: Date): Promise<number> {
  const [row] = await db.query('members-count', countSql, [solutionId, now])
  return row?.n ?? 0
}

const lockSql = `select 1 from solution.solutions where id in (select solution_id from solution.members where user_id = $1) order by id for no key update`
const countSql = `select (select count(*) from solution.members where solution_id = $1)::int
  + (select count(*) from solution.invitations where solution_id = $1 and status = 'PENDING' and expires_at > $2)::int as n`
const listSql = `select 'SOLUTION' as kind, s.id, s.label as name, m.role, m.created_at as since, m.role = 'ADMIN' and s.lifecycle <> 'DELETED' and not exists (
      select from solution.members o where o.solution_id = s.id and o.role = 'ADMIN' and o.user_id <> m.user_id) as "isSoleAdmin",
      m.role = 'ADMIN' and exists (
      select from solution.locks l where l.solution_id = s.id and l.reason = 'LEGAL_ORDER' and l.unlocked_at is null) as "isHeldByLaw"
    from solution.members m join solution.solutions s on s.id = m.solution_id where m.user_id = $1
  union all
  select 'ORGANIZATION', o.id, o.name, m.role, m.created_at, m.role = 'ADMIN' and o.deleted_at is null and not exists (
      select from solution.organization_members p where p.organization_id = o.id and p.role = 'ADMIN' and p.user_id <> m.user_id), false
    from solution.organization_members m join solution.organizations o on o.id = m.organization_id where m.user_id = $1
  order by since, id`
