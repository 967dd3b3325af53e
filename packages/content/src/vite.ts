import { join } from 'node:path'
import { languages } from '@bollard/i18n'
import type { Plugin } from 'vite'
import type { Article } from './article/article.ts'
import { createArticleCache } from './article-cache.ts'
import { type ContentFault, line } from './content-fault.ts'
import { type ArticleOptions, readArticles } from './read-articles.ts'
import { renderMarkdown } from './render-markdown.ts'

const table = 'virtual:content'
const articlePrefix = 'virtual:content/article/'
const changelogPrefix = 'virtual:content/changelog/'

/**
 * Gives a site's server its articles, made while it is built: `virtual:content` has the outlines and `readArticle`, which loads one
 * article; `readChangelog` loads the changelog. A build fails on any fault in any article.
 */
export function contentPages(options: Omit<ArticleOptions, 'cache' | 'onWarning'>): Plugin {
  const { root } = options
  const cache = createArticleCache(join(root, '.build/content'))
  let reading: Promise<readonly Article[]> | null = null
  const onWarning = (warning: ContentFault) => console.warn(line(warning))
  const articles = () => (reading ??= readArticles({ ...options, cache, onWarning }))
  return {
    name: 'bollard-content',
    resolveId: (id) => (id === table || id.startsWith(`${table}/`) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${table}`)) return null
      const name = id.slice(1)
      if (name === table) return tableModule(await articles())
      if (name.startsWith(changelogPrefix)) {
        const language = languages.find((one) => one === name.slice(changelogPrefix.length)) ?? 'en'
        return jsonModule(await renderMarkdown(root, 'CHANGELOG.md', language))
      }
      const found = (await articles()).find((article) => articlePrefix + keyOf(article) === name)
      return found === undefined ? null : jsonModule(found)
    },
    configureServer(server) {
      server.watcher.add([join(root, 'content'), join(root, 'CHANGELOG.md'), join(root, 'client/*/examples')])
    },
    hotUpdate({ file, modules }) {
      if (!/\.mdx$|\/examples\/|CHANGELOG\.md$/u.test(file)) return modules
      reading = null
      const { moduleGraph, hot } = this.environment
      for (const [id, module] of moduleGraph.idToModuleMap)
        if (id.startsWith(`\0${table}`)) moduleGraph.invalidateModule(module)
      hot.send({ type: 'full-reload' })
      return []
    },
  }
}

function tableModule(articles: readonly Article[]): string {
  const outlines = articles.map(({ language, section, slug, path, title, description, modified, details, legal }) => ({
    language,
    section,
    slug,
    path,
    title,
    description,
    modified,
    published: details?.published ?? null,
    updated: details?.updated ?? legal?.effective ?? null,
    needs: legal?.needs ?? [],
  }))
  const loaders = articles.map(
    (article) =>
      `  ${JSON.stringify(keyOf(article))}: () => import(${JSON.stringify(articlePrefix + keyOf(article))}),`,
  )
  const changelogs = languages.map((language) => `  ${language}: () => import('${changelogPrefix}${language}'),`)
  return `export const outlines = JSON.parse(${JSON.stringify(JSON.stringify(outlines))})
const articles = {
${loaders.join('\n')}
}
const changelogs = {
${changelogs.join('\n')}
}
export const readArticle = async (language, path) => {
  const key = language + path
  return Object.hasOwn(articles, key) ? (await articles[key]()).default : null
}
export const readChangelog = async (language) => (await changelogs[language]()).default
`
}

/** Quicker to read than an object written as code. */
function jsonModule(value: unknown): string {
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(value))})`
}

const keyOf = ({ language, path }: Pick<Article, 'language' | 'path'>): string => `${language}${path}`
