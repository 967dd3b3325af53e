import type { Solution } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { assertAllowed } from '../policy.ts'
import { answerOnce } from '../request/repeatable.ts'
import type { Actor, Call, SolutionDeps } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

export const solutionsPerUserMax = 50

export interface SolutionNew {
  readonly type: 'CAPTCHA'
  readonly label: string
  readonly domains: readonly string[]
}

/** `secretKey` is empty in a repeated answer: only its hash was kept. */
export interface SolutionCreated extends Solution {
  readonly siteKey: string
  readonly secretKey: string
}

/** Creates a solution with its creator as admin. Nothing stays when any part of it fails. */
export async function createSolution(
  deps: SolutionDeps,
  actor: Actor,
  input: SolutionNew,
  call: Call,
): Promise<{ solution: SolutionCreated; repeated: boolean }> {
  const at = deps.now()
  assertAllowed(actor, 'solution.create', { now: at })
  return deps.queue(() =>
    asActor(deps.db, actor, async (tx) => {
      await takeTurn(tx, actor)
      const create = async (): Promise<SolutionCreated> => {
        await assertWithinQuota(tx, actor)
        const solution = await insertSolution(tx, actor, { id: deps.newId(), label: input.label, type: input.type, at })
        const domains = [...new Set(input.domains)]
        const after = { label: solution.label, type: input.type, domains }
        await recordAudit(tx, actor, call, at, { scope: 'SOLUTION', scopeId: solution.id, action: 'solution.created', after })
        // Last, because it commits by itself: a site without a solution can be reached by nobody.
        return { ...solution, ...(await deps.provisionSite({ solutionId: solution.id, domains })) }
      }
      const { answer, repeated } = await answerOnce(tx, actor, { repeatable: call.repeatable, at }, create, withoutSecret)
      return { solution: answer, repeated }
    }),
  )
}

/** Only the hash of the secret key was kept. */
function withoutSecret(answer: SolutionCreated): SolutionCreated {
  return { ...answer, secretKey: '' }
}

/** One creation per person at a time, over all processes, or two at once could both be the fiftieth. */
async function takeTurn(tx: Queries, actor: Actor): Promise<void> {
  await tx.query('solution-create-turn', `select pg_advisory_xact_lock(hashtextextended('solution.create ' || $1, 0))`, [actor.userId])
}

async function assertWithinQuota(tx: Queries, actor: Actor): Promise<void> {
  const [row] = await tx.query<{ count: number }>('solution-count-own', 'select count(*)::int as count from solution.solutions where created_by = $1', [
    actor.userId,
  ])
  if (row && row.count >= solutionsPerUserMax) throw new ProblemError('quota-exceeded', `An account may have ${solutionsPerUserMax} solutions.`)
}

async function insertSolution(
  tx: Queries,
  actor: Actor,
  { id, label, type, at }: { id: string; label: string; type: SolutionNew['type']; at: Date },
): Promise<Solution> {
  await tx.query('solution-insert', 'insert into solution.solutions (id, label, type, created_by, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)', [
    id,
    label,
    type,
    actor.userId,
    at,
  ])
  await tx.query('solution-insert-founder', `insert into solution.members (solution_id, user_id, role, created_at) values ($1, $2, 'ADMIN', $3)`, [
    id,
    actor.userId,
    at,
  ])
  return {
    id,
    label,
    item: { type },
    managementOrganization: null,
    members: [{ userId: actor.userId, role: 'ADMIN' }],
    myRole: 'ADMIN',
    version: 1,
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
  }
}
