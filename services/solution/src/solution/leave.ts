import type { Actor, Call } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import { lockEntity, solutionOf } from '../access/entity.ts'
import { refusingLastAdmin } from '../member/last-admin.ts'
import { assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/**
 * Ends a person's membership in the given solutions, or in all; administrators of the deployment may do it for somebody else.
 * Throws `last-admin` with each solution that would be left without an admin, and `not-found` for one that the person is no
 * member of; then nothing is left at all.
 */
export async function leaveSolutions(
  { db, now }: Pick<SolutionContext, 'db' | 'now'>,
  actor: Actor,
  { userId, solutionIds }: { userId: string; solutionIds?: readonly string[] | undefined },
  call: Call,
): Promise<void> {
  const at = now()
  const isOwn = userId === actor.userId
  assertAllowed(actor, isOwn ? 'solution.list-own' : 'solution.list-others', null, at)
  const wanted = solutionIds === undefined ? null : [...new Set(solutionIds.map((id) => id.toLowerCase()))]
  await asActor(
    db,
    actor,
    async (tx) => {
      const joined = await tx.query('solution-leave-joined', joinedSql, [userId, wanted])
      if (wanted !== null && joined.length < wanted.length) throw new ProblemError('not-found')
      const ids = joined.map(({ id }) => id)
      // In the order of the ids, so that two who leave at once never wait for each other.
      for (const id of ids) await lockEntity(tx, solutionOf(id))
      // The rows likewise, which the database locks when an admin goes: whoever locks several goes by the ids.
      await tx.query('solution-leave-lock', lockSql, [ids])
      const memberships = await tx.query('solution-leave-members', membershipsSql, [userId, ids])
      const errors = memberships.flatMap(({ id, label, isLastAdmin }, index) => {
        const pointer = `/solutionIds/${solutionIds === undefined ? index : solutionIds.findIndex((given) => given.toLowerCase() === id)}`
        return isLastAdmin ? [{ pointer, code: 'last-admin', params: { solutionId: id, label } }] : []
      })
      if (errors.length > 0) throw new ProblemError('last-admin', undefined, { errors })
      await refusingLastAdmin(
        tx.query(
          'solution-leave',
          'delete from solution.members where user_id = $1 and solution_id = any($2::uuid[])',
          [userId, ids],
        ),
      )
      for (const { id } of memberships) {
        const target = { kind: 'user', id: userId }
        await recordAudit(tx, actor, call, at, {
          scope: 'SOLUTION',
          scopeId: id,
          action: 'member.left',
          target,
          asOperator: !isOwn,
        })
      }
    },
    { seesAll: !isOwn },
  )
}

const joinedSql = `select solution_id as id from solution.members where user_id = $1 and ($2::uuid[] is null or solution_id = any($2)) order by solution_id`
const lockSql = 'select 1 from solution.solutions where id = any($1::uuid[]) order by id for no key update'
const membershipsSql = `select m.solution_id as id, s.label,
    m.role = 'ADMIN' and not exists (
      select from solution.members o where o.solution_id = m.solution_id and o.role = 'ADMIN' and o.user_id <> m.user_id) as "isLastAdmin"
  from solution.members m join solution.solutions s on s.id = m.solution_id
  where m.user_id = $1 and m.solution_id = any($2::uuid[]) order by m.solution_id`
