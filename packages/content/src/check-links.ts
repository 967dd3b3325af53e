import { defaultLanguage, type Language } from '@bollard/i18n'
import { addressOf, docsMark } from './article/address-of.ts'
import type { Article } from './article/article.ts'
import type { ContentFault } from './content-fault.ts'

/** Links within the site that lead to no page, or to no heading of one. Each language is looked at for itself. */
export function checkLinks(
  articles: readonly Article[],
  isOtherPage: (path: string) => boolean,
  isDocsPage: (path: string) => boolean,
): ContentFault[] {
  const byPlace = new Map(articles.map((article) => [placeOf(article.language, article.path), article]))
  // A page that a language lacks says so, and offers the one of the default language.
  const articleAt = (language: string, path: string) =>
    byPlace.get(placeOf(language, path)) ?? byPlace.get(placeOf(defaultLanguage, path))
  return articles.flatMap((article) =>
    article.links.flatMap(({ href, line }): ContentFault[] => {
      const [path = '', anchor] = href.split('#')
      if (path.startsWith(docsMark))
        return isDocsPage(path.slice(docsMark.length))
          ? []
          : [{ code: 'link-target-missing', file: article.file, line, detail: href }]
      const [, language = '', rest = ''] = /^\/([^/]+)(\/.*)?$/u.exec(addressOf(path, article.language)) ?? []
      const target = path === '' ? article : articleAt(language, rest)
      if (target === undefined)
        return isOtherPage(rest) ? [] : [{ code: 'link-target-missing', file: article.file, line, detail: href }]
      if (anchor === undefined || target.contents.some((entry) => entry.anchor === decodeURIComponent(anchor)))
        return []
      return [{ code: 'link-anchor-missing', file: article.file, line, detail: href }]
    }),
  )
}

/** Every article exists in the languages that all must have. */
export function checkLanguages(articles: readonly Article[], languages: readonly Language[]): ContentFault[] {
  const known = new Set(articles.map(({ language, path }) => placeOf(language, path)))
  return articles.flatMap(({ file, path }) =>
    languages
      .filter((language) => !known.has(placeOf(language, path)))
      .map((language): ContentFault => ({ code: 'language-missing', file, line: 1, detail: `no ${language} version` })),
  )
}

const placeOf = (language: string, path: string): string => `${language} ${path}`

/** What articles name beside links: related articles of any section, and interactive parts. */
export function checkNames(articles: readonly Article[], isPart: (name: string) => boolean): ContentFault[] {
  const slugs = new Set(articles.flatMap(({ slug, details }) => (details === null ? [] : [slug])))
  return articles.flatMap(({ file, slug: own, details }): ContentFault[] => {
    if (details === null) return []
    const unknown = details.related.filter((slug) => slug === own || !slugs.has(slug))
    return [
      ...unknown.map((slug) => ({ code: 'related-unknown', file, line: 1, detail: slug }) as const),
      ...(details.part === '' || isPart(details.part)
        ? []
        : [{ code: 'part-unknown', file, line: 1, detail: details.part } as const]),
    ]
  })
}
