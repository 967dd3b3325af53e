import { fileURLToPath } from 'node:url'
import { createArticleCache, readArticles } from '@bollard/content'
import { createSearchIndex, search, type SearchEntry, type SearchIndex } from '@bollard/content/search'
import { beforeAll, expect, test } from 'vitest'
import { articleSections } from '../pages/sections.ts'
import { queries } from './queries-for-test.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const indexes = new Map<string, SearchIndex>()

beforeAll(async () => {
  const cache = createArticleCache(`${root}.build/content`)
  const articles = await readArticles({
    root,
    name: 'docs',
    sections: articleSections,
    isOtherPage: (path) => /^\/(?:api|errors|changelog)/u.test(path),
    cache,
  })
  for (const language of ['en', 'de']) {
    const entries = articles
      .filter((article) => article.language === language)
      .flatMap(({ path, title, section, description, passages }) =>
        passages.map(({ anchor, heading, text }): SearchEntry => ({
          path: anchor === null ? path : `${path}#${anchor}`,
          title,
          heading: heading ?? '',
          section,
          text: anchor === null ? `${description} ${text}` : text,
        })),
      )
    indexes.set(language, await createSearchIndex(entries))
  }
})

test.for(['en', 'de'] as const)(
  'nine of ten questions in %s have their page among the first three hits',
  (language) => {
    const asked = queries.filter((query) => query.language === language)
    expect(asked.length).toBeGreaterThanOrEqual(30)
    const index = indexes.get(language)
    if (index === undefined) throw new Error('no index')
    const missed = asked.filter(({ query, pages }) => {
      const found = search(index, query, 3).map(({ path }) => path.split('#', 1)[0] ?? '')
      return !pages.some((page) => found.includes(page))
    })
    const list = missed.map(({ query, pages }) => `${query} → ${pages.join(' or ')}`).join('\n')
    expect(missed.length, list).toBeLessThanOrEqual(Math.floor(asked.length / 10))
  },
)
