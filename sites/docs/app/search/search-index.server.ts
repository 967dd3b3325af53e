import { createSearchIndex, search, type SearchEntry, type SearchHit, type SearchIndex } from '@bollard/content/search'
import type { Language } from '@bollard/i18n'
import { textsFor } from '@bollard/site-kit/server'
import { listPages, readPage } from '../pages/all-pages.server.ts'

const made = new Map<Language, Promise<SearchIndex>>()

/** The index of a language, of all passages of all pages; made when first asked for. */
export function searchIndex(language: Language): Promise<SearchIndex> {
  const known = made.get(language)
  if (known !== undefined) return known
  const index = searchEntries(language).then(createSearchIndex)
  made.set(language, index)
  return index
}

/** What the server's own page of the search shows. */
export async function findPages(language: Language, query: string): Promise<SearchHit[]> {
  return search(await searchIndex(language), query, 20)
}

async function searchEntries(language: Language): Promise<SearchEntry[]> {
  const { t } = textsFor('docs', language)
  const entries = await Promise.all(
    (await listPages(language)).map(async ({ path, section, title, description }) => {
      const page = await readPage(language, path)
      return (page?.passages ?? []).map(({ anchor, heading, text }): SearchEntry => ({
        path: anchor === null ? path : `${path}#${anchor}`,
        title,
        heading: heading ?? '',
        section: t(($) => $.sections[section]),
        text: anchor === null ? `${description} ${text}` : text,
      }))
    }),
  )
  return entries.flat()
}
