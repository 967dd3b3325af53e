import type { Passage } from '@bollard/content'
import type { Language } from '@bollard/i18n'
import type { Section } from './sections.ts'

/** A page as lists name it: the sidebar, the sitemap, `llms.txt`. */
export interface ListedPage {
  /** Address without the language, such as `/guides/widget`; its first part is the section. */
  readonly path: string
  readonly section: Section
  readonly title: string
  /** One sentence of at most 160 characters. */
  readonly description: string
  /** Within the section, where it has many pages: the title of a group in the sidebar. */
  readonly group?: string
  /** When it last changed, ISO 8601; null where nobody knows. */
  readonly modified: string | null
}

/** What a page says, for the search and as Markdown. */
export interface PageContent {
  /** The whole page with its title, as served at `<address>.md`. */
  readonly markdown: string
  readonly passages: readonly Passage[]
}

/** Something that makes pages. Everything that lists pages reads all sources. */
export interface PageSource {
  /** In the order in which they are shown. */
  readonly list: (language: Language) => readonly ListedPage[] | Promise<readonly ListedPage[]>
  /** Null where this source has no such page. */
  readonly read: (language: Language, path: string) => Promise<PageContent | null>
}
