import type { Language } from '@bollard/i18n'
import type { ContactContext } from '../contact-context.ts'

/** So many different queries and pages a day: somebody who makes them up fills nothing. Known ones are always counted. */
const rowsPerDayMax = 2_000
const queryLengthMax = 60

/** Counts one answer of a reader. */
export async function countPageAnswer(
  { db, now }: Pick<ContactContext, 'db' | 'now'>,
  { path, language, isHelpful }: { readonly path: string; readonly language: Language; readonly isHelpful: boolean },
): Promise<void> {
  const [yes, no] = isHelpful ? [1, 0] : [0, 1]
  await db.query('contact-page-answer', answerSql, [dayOf(now()), language, path, yes, no, rowsPerDayMax])
}

/** Counts one search that found nothing; without its words where they may be personal or secret. */
export async function countMissedSearch(
  { db, now }: Pick<ContactContext, 'db' | 'now'>,
  { language, query }: { readonly language: Language; readonly query: string },
): Promise<void> {
  await db.query('contact-missed-search', searchSql, [dayOf(now()), language, keptWords(query), rowsPerDayMax])
}

/** What is kept of a query: nothing of an address, a key, a number of six digits, or of what is longer than anybody searches for. */
function keptWords(query: string): string {
  const words = query
    .toLowerCase()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  const isTelling = /@|\d(?:[\s.-]?\d){5}|\b(?:bsk|bsec|bbk|bak)_|[a-z0-9_-]{24}/u.test(words)
  return isTelling || words.length > queryLengthMax ? '' : words
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

const answerSql = `insert into contact.page_answers as a (day, language, path, yes, no)
  select $1::date, $2, $3, $4, $5
    where (select count(*) from contact.page_answers where day = $1::date) < $6
      or exists (select from contact.page_answers where day = $1::date and language = $2 and path = $3)
  on conflict (day, language, path) do update set yes = a.yes + excluded.yes, no = a.no + excluded.no`

const searchSql = `insert into contact.missed_searches as s (day, language, query, searches)
  select $1::date, $2, $3, 1
    where (select count(*) from contact.missed_searches where day = $1::date) < $4
      or exists (select from contact.missed_searches where day = $1::date and language = $2 and query = $3)
  on conflict (day, language, query) do update set searches = s.searches + 1`
