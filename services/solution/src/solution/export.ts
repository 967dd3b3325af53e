import type { Actor, Call } from '@bollard/access'
import type { ExportPart } from '@bollard/export-file'
import { requireAccess, solutionOf } from '../access/entity.ts'
import { getAgreement } from '../agreement/get.ts'
import { getSolution } from '../change/get.ts'
import { auditParts, writeExport } from '../export/write-export.ts'
import { describeInvitations, invitationColumns } from '../invitation/invitation-row.ts'
import { listMembers } from '../member/list.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/**
 * Everything that is kept of a solution, for its admins, as the bytes of one ZIP file. It is made while it is sent, at any time until
 * nothing is left, so it has what there is then. The log of verifications is in it once its file is written, which
 * a deletion asks for.
 */
export async function exportSolution(
  context: SolutionContext,
  actor: Actor,
  solutionId: string,
  call: Call,
): Promise<AsyncIterable<Buffer>> {
  const at = context.now()
  const exportId = await asActor(context.db, actor, async (tx) => {
    await requireAccess(tx, actor, solutionOf(solutionId), 'solution.export', at)
    const [row] = await tx.query(
      'solution-export-id',
      'select export_id as "exportId" from solution.solutions where id = $1',
      [solutionId],
    )
    await recordAudit(tx, actor, call, at, { scope: 'SOLUTION', scopeId: solutionId, action: 'solution.taken-along' })
    return row?.exportId ?? null
  })
  return writeExport(
    parts(context, actor, { solutionId, exportId }),
    { format: 'bollard-solution', version: 1, id: solutionId },
    at,
  )
}

async function* parts(
  context: SolutionContext,
  actor: Actor,
  { solutionId, exportId }: { solutionId: string; exportId: string | null },
): AsyncGenerator<ExportPart> {
  yield { path: 'solution.json', content: await getSolution(context, actor, solutionId) }
  yield { path: 'members.json', content: (await listMembers(context, actor, solutionOf(solutionId))).items }
  const invitations = await asActor(context.db, actor, (tx) =>
    tx.query('solution-export-invitations', invitationsSql, [solutionId]),
  )
  yield { path: 'invitations.json', content: await describeInvitations(context, invitations, context.now()) }
  const locks = await asActor(context.db, actor, (tx) => tx.query('solution-export-locks', locksSql, [solutionId]))
  yield { path: 'locks.json', content: locks }
  yield { path: 'processing-agreement.json', content: await getAgreement(context, actor, solutionId) }
  yield* context.captcha.exportParts({ solutionId, exportId })
  yield* context.monitoring.exportParts(solutionId)
  yield* context.protection.exportParts(solutionId)
  yield* context.billing.exportParts(solutionId)
  yield* auditParts(context, 'SOLUTION', solutionId)
}

const invitationsSql = `select ${invitationColumns} from solution.invitations where solution_id = $1 order by id`
// What operators noted for each other is not among it.
const locksSql = `select id, reason, effect, public_message as "publicMessage", locked_at as "lockedAt", locked_until as "lockedUntil", unlocked_at as "unlockedAt"
  from solution.locks where solution_id = $1 order by locked_at, id`
