import { createSearchIndex, search, type SearchIndex } from '@bollard/content/search'
import type { Language } from '@bollard/i18n'
import { articlesOf, readText } from './articles.server.ts'

const made = new Map<Language, Promise<SearchIndex>>()

/** Paths of the wiki's articles that say something of what is asked, the best first. Forgives slips. */
export async function findInWiki(language: Language, query: string): Promise<string[]> {
  const known = made.get(language)
  const index = known ?? indexOf(language)
  if (known === undefined) made.set(language, index)
  const hits = search(await index, query, 20)
  return [...new Set(hits.map(({ path }) => path.split('#', 1)[0] ?? path))]
}

async function indexOf(language: Language): Promise<SearchIndex> {
  const articles = await Promise.all(articlesOf('wiki', language).map(({ path }) => readText(language, path)))
  const entries = articles.flatMap((article) =>
    (article?.passages ?? []).map(({ anchor, heading, text }) => ({
      path: anchor === null ? (article?.path ?? '') : `${article?.path}#${anchor}`,
      title: article?.title ?? '',
      heading: heading ?? '',
      section: '',
      text,
    })),
  )
  return createSearchIndex(entries)
}
