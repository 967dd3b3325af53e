import type { Language } from '@bollard/i18n'
import { errorPages } from './error-pages.server.ts'
import { apiPages } from './api-pages.server.ts'
import { articlePages } from './article-pages.server.ts'
import type { ListedPage, PageContent, PageSource } from './page-source.ts'
import { type Section, sections } from './sections.ts'

/** Everything that makes pages. A new kind of page is added here, and is then in the sidebar, the search and every list. */
const sources: readonly PageSource[] = [articlePages, apiPages, errorPages]

const listed = new Map<Language, Promise<readonly ListedPage[]>>()

/** All pages of a language, section by section. The same list for every request. */
export function listPages(language: Language): Promise<readonly ListedPage[]> {
  const known = listed.get(language)
  if (known !== undefined) return known
  const made = Promise.all(sources.map((source) => source.list(language))).then((lists) => {
    const pages = lists.flat()
    return sections.flatMap((section) => pages.filter((page) => page.section === section))
  })
  listed.set(language, made)
  return made
}

/** What a page says; null where there is none. */
export async function readPage(language: Language, path: string): Promise<PageContent | null> {
  for (const source of sources) {
    const page = await source.read(language, path)
    if (page !== null) return page
  }
  return null
}

export interface NavigationSection {
  readonly section: Section
  readonly pages: readonly Pick<ListedPage, 'path' | 'title' | 'group'>[]
}

/** The sidebar: sections that have pages. */
export async function readNavigation(language: Language): Promise<NavigationSection[]> {
  const pages = await listPages(language)
  return sections
    .map((section) => ({
      section,
      pages: pages
        .filter((page) => page.section === section)
        .map(({ path, title, group }) => ({ path, title, ...(group === undefined ? {} : { group }) })),
    }))
    .filter((one) => one.pages.length > 0)
}
