import type { Call, Caller } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import type { RuleContext } from './rule-context.ts'
import { auditedRule, listStoredRules } from './stored-rules.ts'

/** Ends a rule; its row stays, so that the log can name it. */
export async function deleteRule(
  { db, now }: Pick<RuleContext, 'db' | 'now'>,
  actor: Caller,
  site: SiteOverview,
  ruleId: string,
  call: Call,
): Promise<void> {
  const siteId = site.id
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
    await recordAudit(tx, actor, call, at, {
      site,
      action: 'rule.deleted',
      target: { kind: 'rule', id: old.id },
      before: auditedRule(old),
    })
  })
}
