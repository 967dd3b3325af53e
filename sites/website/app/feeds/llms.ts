import { defaultLanguage } from '@bollard/i18n'
import { answerText, publicOrigin, scopeOf, textsFor } from '@bollard/site-kit/server'
import { articlesOf } from '../article/articles.server.ts'
import { articleSections } from '../article/sections.ts'
import { existingPaths } from '../site-map/existing-pages.server.ts'
import { footerColumns, sitePages } from '../site-map/site-pages.ts'
import type { Route } from './+types/llms.ts'

/** What programs read first, in the form of llmstxt.org: the pages about the product, and every article with its Markdown. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { site } = scopeOf(context, request)
  const { t } = textsFor('website', defaultLanguage)
  const existing = existingPaths(site)
  const origin = `${publicOrigin(site)}/${defaultLanguage}`
  const product = footerColumns.product
    .filter((page) => existing.has(sitePages[page]))
    .map((page) => `- [${t(($) => $.shell.pages[page])}](${origin}${sitePages[page]})`)
  const lists = [
    { title: t(($) => $.shell.columns.product), lines: product },
    ...articleSections.map((section) => ({
      title: t(($) => $.shell.pages[section]),
      lines: articlesOf(section, defaultLanguage).map(
        ({ title, path, description }) => `- [${title}](${origin}${path}.md): ${description}`,
      ),
    })),
    {
      title: t(($) => $.structure.documentation),
      lines: [`- [${t(($) => $.structure.documentation)}](${site.urls.docs}/llms.txt)`],
    },
  ]
  const written = lists
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => `## ${title}\n\n${lines.join('\n')}`)
  return answerText(`# Bollard\n\n> ${t(($) => $.meta.description)}\n\n${written.join('\n\n')}\n`)
}
