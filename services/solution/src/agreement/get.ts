import type { Actor } from '@bollard/access'
import type { ProcessingAgreement } from '@bollard/contracts'
import { requireAccess, solutionOf } from '../access/entity.ts'
import { namesOf } from '../people/names.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

/** The agreement that the operator offers, and what of it was accepted for a solution: by whom and when, the latest first. */
export async function getAgreement(
  { db, now, identity, dpa = null }: Pick<SolutionContext, 'db' | 'now' | 'identity' | 'dpa'>,
  actor: Actor,
  solutionId: string,
): Promise<ProcessingAgreement> {
  const rows = await asActor(
    db,
    actor,
    async (tx) => {
      await requireAccess(tx, actor, solutionOf(solutionId), 'solution.read', now())
      return tx.query('agreement-list', listSql, [solutionId])
    },
    { seesAll: true },
  )
  const names = await namesOf(
    { identity },
    rows.map(({ by }) => by),
  )
  const accepted = rows.map(({ version, by, at }) => ({
    version,
    acceptedAt: at.toISOString(),
    acceptedBy: { userId: by, name: names.get(by) ?? null },
  }))
  return { offered: dpa && { version: dpa.version, url: dpa.url }, accepted }
}

const listSql = `select version, accepted_by as by, accepted_at as at from solution.dpa_acceptances where solution_id = $1 order by accepted_at desc, version`
