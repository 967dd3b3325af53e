import type { MissedSearch, PageAnswer } from '@bollard/contracts'
import type { Language } from '@bollard/i18n'
import type { ContactContext } from '../contact-context.ts'

const rowsMax = 500

/** Answers of the last days by page, those with the most "no" first. */
export async function listPageAnswers(
  { db, now }: Pick<ContactContext, 'db' | 'now'>,
  { days }: { readonly days: number },
): Promise<{ items: PageAnswer[] }> {
  const rows = await db.query('contact-page-answers', answersSql, [firstDay(now(), days), rowsMax])
  return { items: rows.map(({ path, language, yes, no }) => ({ path, language: language as Language, yes, no })) }
}

/** Searches of the last days that found nothing, the most frequent first. */
export async function listMissedSearches(
  { db, now }: Pick<ContactContext, 'db' | 'now'>,
  { days }: { readonly days: number },
): Promise<{ items: MissedSearch[] }> {
  const rows = await db.query('contact-missed-searches', searchesSql, [firstDay(now(), days), rowsMax])
  return {
    items: rows.map(({ query, language, searches, lastOn }) => ({
      query,
      language: language as Language,
      searches,
      lastOn,
    })),
  }
}

function firstDay(now: Date, days: number): string {
  return new Date(now.getTime() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
}

const answersSql = `select path, language, sum(yes)::integer as yes, sum(no)::integer as no from contact.page_answers
  where day >= $1::date group by path, language order by sum(no) desc, sum(yes) desc, path, language limit $2`

const searchesSql = `select query, language, sum(searches)::integer as searches, to_char(max(day), 'YYYY-MM-DD') as "lastOn"
  from contact.missed_searches where day >= $1::date
  group by query, language order by sum(searches) desc, query, language limit $2`
