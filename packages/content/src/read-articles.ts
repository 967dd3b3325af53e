import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLanguage, type Language, languages } from '@bollard/i18n'
import type { Article } from './article/article.ts'
import { type KindOfSection, onlyGuides } from './article/text-kind.ts'
import { type ArticleCache, noCache } from './article-cache.ts'
import { checkLanguages, checkLinks, checkNames } from './check-links.ts'
import { ContentError, type ContentFault } from './content-fault.ts'
import { lastChanges } from './last-changes.ts'

export interface ArticleOptions {
  /** Folder of the repository. */
  readonly root: string
  /** Articles are in `content/{language}/{name}/{section}/{slug}.mdx`; without a name in `content/{language}/{section}/{slug}.mdx`. */
  readonly name?: string
  /** Sections in the order in which they are shown. */
  readonly sections: readonly string[]
  /** Pages that are no articles: whether an address without a language leads to one. */
  readonly isOtherPage?: (path: string) => boolean
  /** Whether an address of the documentation, without a language, leads to a page there: `docs:/concepts/score` of another site. */
  readonly isDocsPage?: (path: string) => boolean
  /** Whether there is an interactive part of the name. */
  readonly isPart?: (name: string) => boolean
  /** Languages that every article must have; all without it. */
  readonly requiredLanguages?: readonly Language[]
  readonly kindOf?: KindOfSection
  readonly cache?: ArticleCache
  /** Told of what should be better and ends no build. */
  readonly onWarning?: (warning: ContentFault) => void
}

/** All articles in every language, ordered as they are shown. Throws a `ContentError` that lists all faults of all files. */
export async function readArticles({
  root,
  name,
  sections,
  isOtherPage = () => false,
  isDocsPage = () => false,
  isPart = () => false,
  requiredLanguages = languages,
  kindOf = onlyGuides,
  cache = noCache,
  onWarning = () => undefined,
}: ArticleOptions): Promise<Article[]> {
  const folders = name === undefined ? sections.map((section) => `*/${section}`) : [`*/${name}`]
  const files = folders
    .flatMap((folder) => globSync(`content/${folder}/**/*.mdx`, { cwd: root }))
    .map((file) => file.replaceAll('\\', '/'))
  const modified = lastChanges(root, files)
  const faults: ContentFault[] = []
  const articles: Article[] = []
  for (const file of files.toSorted()) {
    const [, language, ...below] = file.split('/')
    const [section = '', ...rest] = name === undefined ? below : below.slice(1)
    const slug = rest.join('/').replace(/\.mdx$/u, '')
    if (!isLanguage(language) || !sections.includes(section) || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(slug)) {
      const place = ['content/{language}', ...(name === undefined ? [] : [name]), '{section}/{slug}.mdx'].join('/')
      const detail = `belongs to ${place} with a known language and section`
      faults.push({ code: 'place-invalid', file, line: 1, detail })
      continue
    }
    const source = readFileSync(join(root, file), 'utf8')
    const rendering = await cache.render({ root, file, language, source, kind: kindOf(section) })
    faults.push(...rendering.faults)
    for (const warning of rendering.warnings) onWarning(warning)
    const place = { language, section, slug, path: `/${section}/${slug}`, file, modified: modified.get(file) ?? null }
    articles.push({ ...rendering.article, ...place })
  }
  faults.push(
    ...checkLinks(articles, isOtherPage, isDocsPage),
    ...checkLanguages(articles, requiredLanguages),
    ...checkNames(articles, isPart),
  )
  if (faults.length > 0) throw new ContentError(faults)
  const rank = ({ section, order }: Article) => sections.indexOf(section) * 1e6 + order
  return articles.toSorted((one, other) => rank(one) - rank(other) || one.slug.localeCompare(other.slug))
}
