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
  const people = await context.identity.findPeople([...new Set(rows.flatMap(({ userId }) => userId ?? []))])
  const { nextCursor } = pageOf(rows, limit)
  return { items: rows.slice(0, limit).map((row) => describeForOperators(row, people)), nextCursor }
}

export function describeForOperators(row: RowOf<'contact-inbox'>, people: readonly Person[]): InboxEnquiry {
  return { ...describe(row), person: writerOf(row, people), organization: row.organization }
}

function writerOf(
  { userId, email, name }: Pick<RowOf<'contact-inbox'>, 'userId' | 'email' | 'name'>,
  people: readonly Person[],
): InboxEnquiry['person'] {
  if (userId === null) return email === null ? null : { userId, email, givenName: name }
  const person = people.find((one) => one.userId === userId)
  return person === undefined ? null : { userId, email: person.email, givenName: person.givenName }
}

/** With who wrote it, where that was a visitor of the website. */
export const inboxColumns = `${enquiryColumns}, e.name, e.email, e.organization, e.language`

const inboxSql = `select ${inboxColumns} from contact.enquiries e
  where ($1::uuid is null or e.id < $1) and ($2::text is null or e.state = $2) order by e.id desc limit $3`
