export type {
  Article,
  ArticleDetails,
  ContentsEntry,
  InnerLink,
  LegalDetails,
  Passage,
  Source,
} from './article/article.ts'
export { type OperatorField, operatorFields, type OperatorValues } from './article/operator-fields.ts'
export type { TextKind } from './article/text-kind.ts'
export { createArticleCache } from './article-cache.ts'
export { ContentError, type ContentFault } from './content-fault.ts'
export { type ArticleOptions, readArticles } from './read-articles.ts'
export { type MarkdownDocument, renderMarkdown } from './render-markdown.ts'
