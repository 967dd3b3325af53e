import { recordAudit } from '@bollard/audit'
import type { Queries } from '@bollard/database'
import { maskFields } from './mask-fields.ts'
import type { Editor } from '../../access/require-editor.ts'

/** What an editor did to a site. */
export interface Change {
  /** `entity.verb` in the past, such as `rule.created`. */
  readonly action: string
  readonly target?: { readonly kind: string; readonly id: string }
  /** Only the fields that changed, and never a secret; addresses are masked on their way into the log. */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/**
 * Writes down what an editor did, in the transaction that does it. It comes last there: until the transaction ends, nobody
 * else can write into the log of the solution.
 */
export async function recordChange(
  tx: Queries,
  { site, actor, from }: Editor,
  at: Date,
  { action, target, before, after }: Change,
): Promise<void> {
  await recordAudit(tx, {
    at,
    scope: 'SOLUTION',
    scopeId: site.solutionId,
    actor,
    action,
    ...(target && { target }),
    ...(before && isFilled(before) && { before: maskFields(before) }),
    ...(after && isFilled(after) && { after: maskFields(after) }),
    from,
  })
}

function isFilled(fields: Readonly<Record<string, unknown>>): boolean {
  return Object.values(fields).some((value) => value !== undefined)
}
