import type { Language } from '@bollard/i18n'
import type { OperatorField } from './operator-fields.ts'

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
  /** Of an article of the website; null for every other text. */
  readonly details: ArticleDetails | null
  /** Of a legal text; null for every other text. */
  readonly legal: LegalDetails | null
}

export interface ArticleDetails extends ArticleFront {
  /** Of the running text. */
  readonly words: number
  /** Name of the interactive part, in whose place the HTML has `partMark`. */
  readonly part: string
}
export interface ArticleFront {
  /** Day, ISO 8601. */
  readonly published: string
  readonly updated: string
  /** Slugs of articles of the website. */
  readonly related: readonly string[]
  readonly sources: readonly Source[]
}
/** What was opened and read, and what it is cited for. */
export interface Source {
  readonly name: string
  readonly author: string
  /** A day, a month or a year: `2011-04`. */
  readonly date: string
  readonly address: string
  readonly supports: string
}

export interface LegalDetails extends LegalFront {
  /** What the text cannot do without. */
  readonly needs: readonly OperatorField[]
}
export interface LegalFront {
  readonly version: string
  /** The day from which it holds, ISO 8601. */
  readonly effective: string
  /** What each version has changed, the latest first. */
  readonly changes: readonly { readonly version: string; readonly effective: string; readonly text: string }[]
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
