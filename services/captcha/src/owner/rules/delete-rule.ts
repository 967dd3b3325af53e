import { ProblemError } from '@bollard/http'
import { recordChange } from '../../records/audit/record-change.ts'
import type { Editor } from '../../access/require-editor.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { touchSite } from '../../records/sites/sites.ts'
import type { RulePorts } from './rule-ports.ts'
import { auditedRule, listStoredRules } from './stored-rules.ts'

/** Ends a rule; its row stays, so that the log can name it. */
export async function deleteRule(
  { db, now }: Pick<RulePorts, 'db' | 'now'>,
  editor: Editor,
  ruleId: string,
): Promise<void> {
  const siteId = editor.site.id
  const at = new Date(now())
  await db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const old = (await listStoredRules(tx, siteId)).find(({ id }) => id === ruleId.toLowerCase())
    if (old === undefined) throw new ProblemError('not-found')
    await tx.query(
      'captcha-rule-delete',
      'update captcha.rules set deleted_at = $2, updated_at = $2, version = version + 1 where id = $1',
      [old.id, at],
    )
    await touchSite(tx, siteId)
    await recordChange(tx, editor, at, {
      action: 'rule.deleted',
      target: { kind: 'rule', id: old.id },
      before: auditedRule(old),
    })
  })
}
