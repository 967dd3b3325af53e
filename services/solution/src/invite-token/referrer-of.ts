import type { Queries } from '@bollard/database'
import { mayManage } from '../organization/may-manage.ts'
import { countUse, findShownToken } from './find-shown.ts'

export interface Referrer {
  readonly organizationId: string
  /** It may manage one solution more; otherwise it is only remembered who brought the customer. */
  readonly mayManage: boolean
  /** The customer belongs to the organization: nobody recommends anything to themselves. */
  readonly isOwn: boolean
}

/**
 * The organization whose link brought a customer who is creating a solution, with the tick that the organization may manage
 * it. Counts one use, in the transaction of the creation. Null for a link that is for joining. Throws `token-invalid` and
 * `token-expired`.
 */
export async function referrerOf(tx: Queries, token: string, now: Date): Promise<Referrer | null> {
  const shown = await findShownToken(tx, token, now)
  if (shown.purpose !== 'REFERRAL') return null
  await countUse(tx, shown)
  const { organizationId } = shown
  const [own] = await tx.query('referrer-is-own', isOwnSql, [organizationId])
  return { organizationId, mayManage: await mayManage(tx, organizationId, 1), isOwn: own?.isOwn ?? false }
}

const isOwnSql = `select $1::uuid in (select solution.my_organizations('VIEWER')) as "isOwn"`
