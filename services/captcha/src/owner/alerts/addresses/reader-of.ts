import type { Queries } from '@bollard/database'
import { cellOfNumber } from '../../../records/cells/cell-numbers.ts'
import type { AlertLinks } from './alert-links.ts'

/** A member of a solution by their confirmed address. */
export interface AlertMember {
  /** Null where they have switched mails about alerts off. */
  readonly unsubscribeUrl: string | null
}

/** Whose confirmed address it is among the members of a solution; null when it is none of theirs. */
export type MemberOf = (email: string, solutionId: string) => Promise<AlertMember | null>

export interface ReaderContext {
  readonly db: Queries
  readonly memberOf: MemberOf
  readonly links: AlertLinks
}

/**
 * Where one POST ends such mails to an address; null when it gets none: a member who wants none, or an address of nobody that has not
 * confirmed, or has unsubscribed. Ask outside of a transaction.
 */
export async function readerOf(
  { db, memberOf, links }: ReaderContext,
  siteId: number,
  email: string,
): Promise<{ readonly unsubscribeUrl: string } | null> {
  const [row] = await db.query(
    'captcha-alert-reader',
    `select s.solution_id as "solutionId", a.id, a.state from captcha.sites s
     left join captcha.alert_addresses a on a.site_id = s.id and a.address = lower($2) where s.id = $1`,
    [siteId, email],
  )
  if (row === undefined) return null
  const member = await memberOf(email, row.solutionId)
  if (member !== null) return member.unsubscribeUrl === null ? null : { unsubscribeUrl: member.unsubscribeUrl }
  return row.id !== null && row.state === 'CONFIRMED'
    ? { unsubscribeUrl: links.unsubscribeUrl(row.id, cellOfNumber(siteId)) }
    : null
}
