import { recordEvent } from '@bollard/audit'
import type { ConversionExport } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { openInExport, readConversionExport } from './conversion-export.ts'

export interface Settlement {
  readonly conversionExportId: string
  /** SENT: it was uploaded by hand. DISCARDED: it was not, and may be exported or sent again. */
  readonly status: 'SENT' | 'DISCARDED'
  /** Left out: all that are open. */
  readonly conversionIds?: readonly string[] | undefined
}

/**
 * Says what became of a batch, or of some of it. Saying it again changes nothing. Throws `not-found` for a batch that there is
 * not, `validation-failed` for a conversion that is not in it, and `conversion-state` for one that can no longer become that.
 */
export async function settleConversionExport(
  context: IdentityContext,
  actor: Actor,
  { conversionExportId: exportId, status, conversionIds }: Settlement,
  call: Call,
): Promise<ConversionExport> {
  return context.db.transaction(async (tx) => {
    await tx.query(
      'identity-conversion-export-lock',
      'select 1 from identity.conversion_exports where id = $1 for update',
      [exportId],
    )
    await readConversionExport(tx, exportId)
    const rows = await tx.query('identity-conversion-export-rows', rowsSql, [exportId])
    const named = conversionIds === undefined ? null : new Set(conversionIds)
    for (const [index, id] of (conversionIds ?? []).entries()) {
      const row = rows.find((one) => one.id === id)
      if (!row)
        throw new ProblemError('validation-failed', undefined, {
          errors: [{ pointer: `/conversionIds/${index}`, code: 'unknown' }],
        })
      if (!row.isOpen && !(status === 'SENT' && row.isSent))
        throw new ProblemError('conversion-state', `The conversion ${id} is no longer open.`)
    }
    const ids = rows.filter(({ id, isOpen }) => isOpen && (named === null || named.has(id))).map(({ id }) => id)
    if (ids.length > 0) {
      const at = context.now()
      await (status === 'SENT'
        ? tx.query('identity-conversions-sent', sentSql, [ids, at])
        : tx.query('identity-conversions-free', freeSql, [ids]))
      await recordEvent(tx, actor, call, at, {
        scope: 'SYSTEM',
        scopeId: 'advertising',
        action: status === 'SENT' ? 'conversions.sent-by-hand' : 'conversions.export-discarded',
        target: { kind: 'conversion-export', id: exportId },
        after: { conversions: ids.length },
        asOperator: true,
      })
    }
    return readConversionExport(tx, exportId)
  })
}

const rowsSql = `select c.id, ${openInExport} as "isOpen", c.state in ('SENT', 'CONFIRMED') as "isSent"
  from identity.conversions c where c.export_id = $1 order by c.id for update`
const sentSql = `update identity.conversions set state = 'SENT', reason = null, attempts = attempts + 1, sent_at = $2, next_attempt_at = null where id = any ($1::uuid[])`
const freeSql = 'update identity.conversions set export_id = null where id = any ($1::uuid[])'
