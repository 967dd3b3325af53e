import type { Language } from '@bollard/i18n'
import { textsFor } from '@bollard/site-kit/server'
import { listPages, readPage } from '../pages/all-pages.server.ts'
import { sections } from '../pages/sections.ts'

/** What programs read first: every page with its address, in the form of llmstxt.org. */
export async function writeLlms(origin: string, language: Language): Promise<string> {
  const { t } = textsFor('docs', language)
  const pages = await listPages(language)
  const lists = sections.flatMap((section) => {
    const own = pages.filter((page) => page.section === section)
    if (own.length === 0) return []
    const lines = own.map(
      ({ path, title, description }) => `- [${title}](${origin}/${language}${path}.md): ${description}`,
    )
    return [`## ${t(($) => $.sections[section])}\n\n${lines.join('\n')}`]
  })
  return `# ${t(($) => $.meta.title)}\n\n> ${t(($) => $.meta.description)}\n\n${lists.join('\n\n')}\n`
}

/** All pages one after the other. */
export async function writeLlmsFull(origin: string, language: Language): Promise<string> {
  const pages = await listPages(language)
  const texts = await Promise.all(
    pages.map(async ({ path }) => {
      const page = await readPage(language, path)
      return `<!-- ${origin}/${language}${path} -->\n\n${page?.markdown ?? ''}`
    }),
  )
  return texts.join('\n---\n\n')
}
