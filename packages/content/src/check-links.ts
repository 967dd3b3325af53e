import { addressOf } from './article/address-of.ts'
import type { Article } from './article/article.ts'
import type { ContentFault } from './content-fault.ts'

/** Links within the site that lead to no page, or to no heading of one. Each language is looked at for itself. */
export function checkLinks(articles: readonly Article[], isOtherPage: (path: string) => boolean): ContentFault[] {
  const byPlace = new Map(articles.map((article) => [placeOf(article.language, article.path), article]))
  return articles.flatMap((article) =>
    article.links.flatMap(({ href, line }): ContentFault[] => {
      const [path = '', anchor] = href.split('#')
      const [, language = '', rest = ''] = /^\/([^/]+)(\/.*)?$/u.exec(addressOf(path, article.language)) ?? []
      const target = path === '' ? article : byPlace.get(placeOf(language, rest))
      if (target === undefined)
        return isOtherPage(rest) ? [] : [{ code: 'link-target-missing', file: article.file, line, detail: href }]
      if (anchor === undefined || target.contents.some((entry) => entry.anchor === decodeURIComponent(anchor)))
        return []
      return [{ code: 'link-anchor-missing', file: article.file, line, detail: href }]
    }),
  )
}

/** Every article exists in every language; `languages` are those that the articles must have. */
export function checkLanguages(articles: readonly Article[], languages: readonly string[]): ContentFault[] {
  const known = new Set(articles.map(({ language, path }) => placeOf(language, path)))
  return articles.flatMap(({ file, path }) =>
    languages
      .filter((language) => !known.has(placeOf(language, path)))
      .map((language): ContentFault => ({ code: 'language-missing', file, line: 1, detail: `no ${language} version` })),
  )
}

const placeOf = (language: string, path: string): string => `${language} ${path}`
