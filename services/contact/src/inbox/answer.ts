import type { Actor, Call, Person } from '@bollard/access'
import { type AuditEvent, recordEvent } from '@bollard/audit'
import { type EnquiryState, type InboxEnquiry, languageSchema } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { topicWord, writeMail } from '@bollard/mail'
import type { ContactContext } from '../contact-context.ts'
import { describeForOperators, inboxColumns } from './list.ts'

/** Stores an operator's reply and mails it to the person who asked. Throws `not-found`. */
export async function replyToEnquiry(
  context: ContactContext,
  actor: Actor,
  { enquiryId, text }: { readonly enquiryId: string; readonly text: string },
  call: Call,
): Promise<InboxEnquiry> {
  const { db, identity, now, newId, enqueueMail, dashboardUrl, websiteUrl } = context
  const before = await readOne(db, enquiryId)
  const people = await peopleOf(identity, before)
  const at = now()
  return db.transaction(async (tx) => {
    const { topic } = await lockEnquiry(tx, enquiryId)
    const replyId = newId()
    await tx.query('contact-reply-insert', replySql, [replyId, enquiryId, actor.userId, text, at])
    await tx.query('contact-enquiry-state', stateSql, [enquiryId, 'ANSWERED' satisfies EnquiryState])
    for (const { email: to, givenName, language } of people) {
      const values = {
        link: `${dashboardUrl}/${language}/support`,
        topic: topicWord(language, topic),
        message: text,
      }
      await enqueueMail(tx, writeMail('enquiry-answered', { language, to, givenName, values }), `reply ${replyId}`)
    }
    for (const { email: to, language } of visitorIn(before)) {
      const values = { link: `${websiteUrl}/${language}/contact-us`, topic: topicWord(language, topic), message: text }
      await enqueueMail(tx, writeMail('visitor-answered', { language, to, givenName: '', values }), `reply ${replyId}`)
    }
    await recordEvent(tx, actor, call, at, entryOf('enquiry.answered', enquiryId))
    return call.keepAnswer(tx, describeForOperators(await readOne(tx, enquiryId), people))
  })
}

/** Closes an enquiry or opens it again. Throws `not-found`. */
export async function setEnquiryState(
  { db, identity, now }: Pick<ContactContext, 'db' | 'identity' | 'now'>,
  actor: Actor,
  { enquiryId, state }: { readonly enquiryId: string; readonly state: Exclude<EnquiryState, 'ANSWERED'> },
  call: Call,
): Promise<InboxEnquiry> {
  const people = await peopleOf(identity, await readOne(db, enquiryId))
  const at = now()
  return db.transaction(async (tx) => {
    const before = await lockEnquiry(tx, enquiryId)
    if (before.state !== state) {
      await tx.query('contact-enquiry-state', stateSql, [enquiryId, state])
      const action = state === 'CLOSED' ? 'enquiry.closed' : 'enquiry.reopened'
      await recordEvent(tx, actor, call, at, entryOf(action, enquiryId))
    }
    return call.keepAnswer(tx, describeForOperators(await readOne(tx, enquiryId), people))
  })
}

async function peopleOf(
  identity: ContactContext['identity'],
  { userId }: Pick<RowOf<'contact-inbox-one'>, 'userId'>,
): Promise<Person[]> {
  return userId === null ? [] : identity.findPeople([userId])
}

/** Whom a reply goes to where a visitor of the website wrote; nobody where a person with an account did. */
function visitorIn({ email, language }: RowOf<'contact-inbox-one'>): Pick<Person, 'email' | 'language'>[] {
  const written = languageSchema.safeParse(language)
  return email === null || !written.success ? [] : [{ email, language: written.data }]
}

function entryOf(action: string, enquiryId: string): AuditEvent {
  const target = { kind: 'enquiry', id: enquiryId }
  return { scope: 'SYSTEM', scopeId: 'contact', action, target, asOperator: true }
}

async function readOne(db: Queries, enquiryId: string): Promise<RowOf<'contact-inbox-one'>> {
  const [row] = await db.query('contact-inbox-one', oneSql, [enquiryId])
  if (row === undefined) throw new ProblemError('not-found')
  return row
}

async function lockEnquiry(tx: Queries, enquiryId: string): Promise<RowOf<'contact-enquiry-lock'>> {
  const [row] = await tx.query('contact-enquiry-lock', lockSql, [enquiryId])
  if (row === undefined) throw new ProblemError('not-found')
  return row
}

const oneSql = `select ${inboxColumns} from contact.enquiries e where e.id = $1`
const lockSql = 'select topic, state from contact.enquiries where id = $1 for update'
const replySql = 'insert into contact.replies (id, enquiry_id, user_id, text, created_at) values ($1, $2, $3, $4, $5)'
const stateSql = 'update contact.enquiries set state = $2 where id = $1'
