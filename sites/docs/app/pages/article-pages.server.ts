import { outlines, readArticle, readChangelog } from 'virtual:content'
import type { ListedPage, PageSource } from './page-source.ts'
import { sectionOf } from './sections.ts'

export { readArticle, readChangelog }

/** The articles of `content/`. */
export const articlePages: PageSource = {
  list: (language) =>
    outlines.flatMap(({ language: own, path, title, description, modified }): ListedPage[] => {
      const section = sectionOf(path)
      return own === language && section !== null ? [{ path, section, title, description, modified }] : []
    }),
  read: readArticle,
}
