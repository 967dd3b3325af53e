import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLanguage, languages } from '@bollard/i18n'
import type { Article } from './article/article.ts'
import { type ArticleCache, noCache } from './article-cache.ts'
import { checkLanguages, checkLinks } from './check-links.ts'
import { ContentError, type ContentFault } from './content-fault.ts'
import { lastChanges } from './last-changes.ts'

export interface ArticleOptions {
  /** Folder of the repository. */
  readonly root: string
  /** Articles are in `content/{language}/{name}/{section}/{slug}.mdx`. */
  readonly name: string
  /** Sections in the order in which they are shown. */
  readonly sections: readonly string[]
  /** Pages that are no articles: whether an address without a language leads to one. */
  readonly isOtherPage?: (path: string) => boolean
  readonly cache?: ArticleCache
}

/** All articles in every language, ordered as they are shown. Throws a `ContentError` that lists all faults of all files. */
export async function readArticles({
  root,
  name,
  sections,
  isOtherPage = () => false,
  cache = noCache,
}: ArticleOptions): Promise<Article[]> {
  const files = globSync(`content/*/${name}/**/*.mdx`, { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  const modified = lastChanges(root, files)
  const faults: ContentFault[] = []
  const articles: Article[] = []
  for (const file of files.toSorted()) {
    const [, language, , section = '', ...rest] = file.split('/')
    const slug = rest.join('/').replace(/\.mdx$/u, '')
    if (!isLanguage(language) || !sections.includes(section) || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(slug)) {
      const detail = 'belongs to content/{language}/{name}/{section}/{slug}.mdx with a known language and section'
      faults.push({ code: 'place-invalid', file, line: 1, detail })
      continue
    }
    const source = readFileSync(join(root, file), 'utf8')
    const rendering = await cache.render({ root, file, language, source })
    faults.push(...rendering.faults)
    const place = { language, section, slug, path: `/${section}/${slug}`, file, modified: modified.get(file) ?? null }
    articles.push({ ...rendering.article, ...place })
  }
  faults.push(...checkLinks(articles, isOtherPage), ...checkLanguages(articles, languages))
  if (faults.length > 0) throw new ContentError(faults)
  const rank = ({ section, order }: Article) => sections.indexOf(section) * 1e6 + order
  return articles.toSorted((one, other) => rank(one) - rank(other) || one.slug.localeCompare(other.slug))
}
