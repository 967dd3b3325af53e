import { ProblemError } from '@bollard/http'
import type { Editor } from '../../records/audit/editor.ts'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, touchSite } from '../../records/sites/sites.ts'
import type { RuleContext } from './rule-context.ts'
import { auditedRule, listStoredRules } from './stored-rules.ts'

/** Ends a rule; its row stays, so that the log can name it. */
export async function deleteRule(
  { db, now }: Pick<RuleContext, 'db' | 'now'>,
  editor: Editor,
  ruleId: string,
): Promise<void> {
  const siteId = editor.site.id
  const at = now()
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
    await recordAudit(tx, editor, at, {
      action: 'rule.deleted',
      target: { kind: 'rule', id: old.id },
      before: auditedRule(old),
    })
  })
}
