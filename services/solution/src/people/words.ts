import type { Entity, Person } from '@bollard/access'
import type { SolutionContext } from '../solution-context.ts'

type Language = Person['language']

/** A moment as mails write it, in UTC, since nobody knows where the mail is read. */
export function momentFor(language: Language, at: Date): string {
  const text = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
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
