import { randomUUIDv7 } from 'node:crypto'
import { recordEvent } from '@bollard/audit'
import type { ConversionExport } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { readConversionExport } from './conversion-export.ts'
import { judgeConversions } from './record-conversion.ts'

/** As many as the network takes at a time. */
const exportMax = 2000

/**
 * Puts the oldest conversions that may be sent into a batch of their own; the next one takes those that follow. Two at the same
 * moment take different ones. Throws `state-conflict` where there are none.
 */
export async function createConversionExport(
  context: IdentityContext,
  actor: Actor,
  call: Call,
): Promise<ConversionExport> {
  await judgeConversions(context.db)
  return context.db.transaction(async (tx) => {
    const id = randomUUIDv7()
    const at = context.now()
    await tx.query(
      'identity-conversion-export-add',
      'insert into identity.conversion_exports (id, created_by, created_at) values ($1, $2, $3)',
      [id, actor.userId, at],
    )
    const taken = await tx.query('identity-conversion-export-take', takeSql, [id, exportMax])
    if (taken.length === 0) throw new ProblemError('state-conflict', 'There is nothing to export.')
    await recordEvent(tx, actor, call, at, {
      scope: 'SYSTEM',
      scopeId: 'advertising',
      action: 'conversions.exported',
      target: { kind: 'conversion-export', id },
      after: { conversions: taken.length },
      asOperator: true,
    })
    return readConversionExport(tx, id)
  })
}

const takeSql = `update identity.conversions set export_id = $1
  where id in (
    select c.id from identity.conversions c join identity.advertising_tokens t on t.id = c.token_id
    where c.state in ('ELIGIBLE', 'FAILED_RETRY') and c.export_id is null and t.gclid is not null
    order by c.occurred_at, c.id limit $2 for update of c skip locked)
  returning 1 as one`
