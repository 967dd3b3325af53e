import { locales } from '@bollard/i18n'
import type { Entity, Person } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { type MailKind, type MailKinds, writeMail } from '@bollard/mail'
import type { SolutionContext } from '../solution-context.ts'

type MailContext = Pick<SolutionContext, 'enqueueMail'>

/**
 * Puts a mail to each person into the outbox, in their own language. `key` names the event: its mails go out once to each,
 * however often the same is tried.
 */
export async function notifyPeople<K extends MailKind>(
  { enqueueMail }: MailContext,
  tx: Queries,
  people: readonly Person[],
  { kind, key, values }: { kind: K; key: string; values: (language: Person['language']) => MailKinds[K] },
): Promise<void> {
  for (const { userId, email, givenName, language } of people) {
    await enqueueMail(
      tx,
      writeMail(kind, { language, to: email, givenName, values: values(language) }),
      `${kind} ${key} ${userId}`,
    )
  }
}

/**
 * The admins of a solution. Ask outside of a transaction, since other services need a connection of their own for that.
 */
export async function findAdmins(
  { db, identity }: Pick<SolutionContext, 'db' | 'identity'>,
  solutionId: string,
): Promise<Person[]> {
  const rows = await db.query('solution-admins', adminsSql, [solutionId])
  return rows.length === 0 ? [] : identity.findPeople(rows.map(({ userId }) => userId))
}

async function findMembers(
  { db, identity }: Pick<SolutionContext, 'db' | 'identity'>,
  solutionId: string,
): Promise<Person[]> {
  const rows = await db.query('solution-told-members', membersSql, [solutionId])
  return rows.length === 0 ? [] : identity.findPeople(rows.map(({ userId }) => userId))
}

/**
 * Whom news of a solution goes to: its admins, and the further addresses that it names, in its language. Of what keeps everybody from
 * working, such as a lock by an operator, all members are told; bills are the admins' business. Ask outside of a transaction.
 */
export async function findRecipients(
  context: Pick<SolutionContext, 'db' | 'identity'>,
  solutionId: string,
  { members = 'ADMINS' }: { readonly members?: 'ADMINS' | 'ALL' } = {},
): Promise<Person[]> {
  const people = members === 'ALL' ? await findMembers(context, solutionId) : await findAdmins(context, solutionId)
  const [row] = await context.db.query('solution-notified', notifiedSql, [solutionId])
  const known = new Set(people.map(({ email }) => email.toLowerCase()))
  const further = row?.emails.filter((email) => !known.has(email.toLowerCase())) ?? []
  // Behind an address there may be nobody with an account, so it is its own id, and no name is known.
  return [
    ...people,
    ...further.map((email) => ({ userId: email, email, givenName: '', language: row?.language ?? 'en' })),
  ]
}

/** A day as people write it, in the zone of the solution. */
export function dayFor(language: Person['language'], at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(at)
}

/** A page of a solution in the dashboard. */
export function pageOf(
  { dashboardUrl }: Pick<SolutionContext, 'dashboardUrl'>,
  language: Person['language'],
  solutionId: string,
  page: string,
): string {
  return `${dashboardUrl}/${language}/solutions/${solutionId}/${page}`
}

const adminsSql = `select user_id as "userId" from solution.members where solution_id = $1 and role = 'ADMIN' order by user_id`
const membersSql = 'select user_id as "userId" from solution.members where solution_id = $1 order by user_id'
const notifiedSql = 'select notification_emails as emails, language from solution.solutions where id = $1'

type Language = Person['language']

/** A moment as mails write it, in UTC, since nobody knows where the mail is read. */
export function momentFor(language: Language, at: Date): string {
  const text = new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)
  return `${text} (UTC)`
}

/** The first page of a solution or an organization in the dashboard. */
export function dashboardPage(
  { dashboardUrl }: Pick<SolutionContext, 'dashboardUrl'>,
  language: Language,
  { kind, id }: Entity,
): string {
  return kind === 'SOLUTION'
    ? `${dashboardUrl}/${language}/solutions/${id}/overview`
    : `${dashboardUrl}/${language}/organizations/${id}`
}
