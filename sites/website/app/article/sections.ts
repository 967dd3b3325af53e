/** The sections of articles, each a folder of `content/{language}`. */
export const articleSections = ['learn', 'wiki'] as const
export type ArticleSection = (typeof articleSections)[number]
