import { ProblemError } from '@bollard/http'
import { lockSite } from '../keys/secret-keys.ts'
import { touchSite } from '../store/sites.ts'
import type { RulePorts } from './rule-ports.ts'

/** Ends a rule; its row stays, so that the log can name it. */
export async function deleteRule({ db, now }: Pick<RulePorts, 'db' | 'now'>, siteId: number, ruleId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const gone = await tx.query(
      'captcha-rule-delete',
      `update captcha.rules set deleted_at = $3, updated_at = $3, version = version + 1
       where id = $1 and site_id = $2 and deleted_at is null returning id`,
      [ruleId, siteId, new Date(now())],
    )
    if (gone.length === 0) throw new ProblemError('not-found')
    await touchSite(tx, siteId)
  })
}
