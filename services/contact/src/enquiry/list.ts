import type { Enquiry } from '@bollard/contracts'
import type { Database, RowOf } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import type { ContactContext } from '../contact-context.ts'

export interface PageQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** A page of a person's own enquiries, newest first. Row-level security leaves out everybody else's. */
export async function listEnquiries(
  { db }: Pick<ContactContext, 'db'>,
  { limit, cursor }: PageQuery,
): Promise<{ items: Enquiry[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  return pageOf(await db.query('contact-enquiries', listSql, [after, limit + 1]), limit)
}

/** Throws `not-found` for an enquiry of somebody else, as for none. */
export async function readEnquiry({ db }: Pick<ContactContext, 'db'>, enquiryId: string): Promise<Enquiry> {
  const [row] = await db.query('contact-enquiry', oneSql, [enquiryId])
  if (row === undefined) throw new ProblemError('not-found')
  return describe(row)
}

/** What a person wrote and what they were told, for the export of their account. */
export async function partsOfPerson(db: Database, userId: string): Promise<ExportPart[]> {
  const rows = await db.query('contact-enquiries-of-person', ofPersonSql, [userId])
  return [{ path: 'enquiries.json', content: rows.map(describe) }]
}

/** `rows` may be one more than a page, which tells that another one follows. */
export function pageOf(rows: readonly Row[], limit: number): { items: Enquiry[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(describe), nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

type Row = Omit<RowOf<'contact-enquiry'>, 'userId'>

export function describe({ id, topic, message, solutionId, reference, state, createdAt, replies }: Row): Enquiry {
  return { id, topic, message, solutionId, reference, state, createdAt: createdAt.toISOString(), replies }
}

/** With the replies of an enquiry, the oldest first. */
export const enquiryColumns = `e.id, e.user_id as "userId", e.topic, e.message, e.solution_id as "solutionId", e.reference, e.state,
  e.created_at as "createdAt",
  coalesce((select jsonb_agg(jsonb_build_object('text', r.text, 'at', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by r.id)
    from contact.replies r where r.enquiry_id = e.id), '[]') as replies`

const listSql = `select ${enquiryColumns} from contact.enquiries e where $1::uuid is null or e.id < $1 order by e.id desc limit $2`
const oneSql = `select ${enquiryColumns} from contact.enquiries e where e.id = $1`
const ofPersonSql = `select ${enquiryColumns} from contact.enquiries e where e.user_id = $1 order by e.id`
