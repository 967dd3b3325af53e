import type { Language } from '@bollard/i18n'

/** One article, checked and ready to show. */
export interface Article extends RenderedArticle {
  readonly language: Language
  readonly section: string
  readonly slug: string
  /** `/section/slug`, the same in every language. */
  readonly path: string
  /** From the folder of the repository. */
  readonly file: string
  /** When its file last changed, ISO 8601; null where nobody knows. */
  readonly modified: string | null
}

/** What is made of the text of an article alone. */
export interface RenderedArticle {
  readonly title: string
  readonly description: string
  readonly order: number
  /** Safe HTML of the body, without the title. */
  readonly html: string
  /** The same as plain Markdown, with title and snippets. */
  readonly markdown: string
  readonly contents: readonly ContentsEntry[]
  readonly passages: readonly Passage[]
  readonly links: readonly InnerLink[]
}

/** A heading, for the table of contents. */
export interface ContentsEntry {
  readonly level: 2 | 3
  readonly anchor: string
  readonly text: string
}

/** What stands below one heading, as plain text for the search; the first has none. */
export interface Passage {
  readonly anchor: string | null
  readonly heading: string | null
  readonly text: string
}

/** A link to a page of the same site or to a heading, as it is written. */
export interface InnerLink {
  readonly href: string
  readonly line: number
}
