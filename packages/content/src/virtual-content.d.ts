/** Made by `contentPages` of `@bollard/content/vite`. */
declare module 'virtual:content' {
  import type { Article, MarkdownDocument, OperatorField } from '@bollard/content'
  import type { Language } from '@bollard/i18n'

  export interface ArticleOutline extends Pick<
    Article,
    'language' | 'section' | 'slug' | 'path' | 'title' | 'description' | 'modified'
  > {
    /** Days, ISO 8601, of an article of the website; null for every other text. A legal text is updated when it takes effect. */
    readonly published: string | null
    readonly updated: string | null
    /** What a legal text cannot do without. */
    readonly needs: readonly OperatorField[]
  }

  /** All articles, in the order in which they are shown. */
  export const outlines: readonly ArticleOutline[]
  /** Null where the language has no such article. */
  export function readArticle(language: Language, path: string): Promise<Article | null>
  export function readChangelog(language: Language): Promise<MarkdownDocument>
}
