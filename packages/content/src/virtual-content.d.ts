/** Made by `contentPages` of `@bollard/content/vite`. */
declare module 'virtual:content' {
  import type { Article, MarkdownDocument } from '@bollard/content'
  import type { Language } from '@bollard/i18n'

  export type ArticleOutline = Pick<Article, 'language' | 'section' | 'path' | 'title' | 'description' | 'modified'>

  /** All articles, in the order in which they are shown. */
  export const outlines: readonly ArticleOutline[]
  /** Null where the language has no such article. */
  export function readArticle(language: Language, path: string): Promise<Article | null>
  export function readChangelog(language: Language): Promise<MarkdownDocument>
}
