import type { Person } from '@bollard/access'
import type { EnquiryState, InboxEnquiry } from '@bollard/contracts'
import type { RowOf } from '@bollard/database'
import { decodeCursor } from '@bollard/http'
import type { ContactContext } from '../contact-context.ts'
import { describe, enquiryColumns, pageOf, type PageQuery } from '../enquiry/list.ts'

/** A page of everybody's enquiries, newest first. */
export async function listInbox(
  context: Pick<ContactContext, 'db' | 'identity'>,
  { limit, cursor, state = null }: PageQuery & { readonly state?: EnquiryState | null | undefined },
): Promise<{ items: InboxEnquiry[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await context.db.query('contact-inbox', inboxSql, [after, state, limit + 1])
  const people = await context.identity.findPeople([...new Set(rows.map(({ userId }) => userId))])
  const { nextCursor } = pageOf(rows, limit)
  return { items: rows.slice(0, limit).map((row) => describeForOperators(row, people)), nextCursor }
}

export function describeForOperators(row: RowOf<'contact-inbox'>, people: readonly Person[]): InboxEnquiry {
  const person = people.find(({ userId }) => userId === row.userId)
  return {
    ...describe(row),
    person: person === undefined ? null : { userId: row.userId, email: person.email, givenName: person.givenName },
  }
}

const inboxSql = `select ${enquiryColumns} from contact.enquiries e
  where ($1::uuid is null or e.id < $1) and ($2::text is null or e.state = $2) order by e.id desc limit $3`
