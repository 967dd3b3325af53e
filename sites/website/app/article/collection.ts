import { globSync } from 'node:fs'
import type { ArticleOptions } from '@bollard/content'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { partNames } from '../parts/part-names.ts'
import { articleSections } from './sections.ts'

/** The texts of this site in `content/{language}/{section}`, for the build; `root` is the folder of the repository. */
export function collectionIn(root: string, routes: readonly RouteConfigEntry[]): Omit<ArticleOptions, 'cache'> {
  const isOwnPage = pagesOf(routes)
  const docs = new Set(
    globSync('content/en/docs/*/*.mdx', { cwd: root }).map((file) =>
      file.slice('content/en/docs'.length, -'.mdx'.length),
    ),
  )
  return {
    root,
    sections: [...articleSections, 'legal'],
    kindOf: (section) => (section === 'legal' ? 'legal' : 'article'),
    // A page that another language lacks says so, and offers the English one.
    requiredLanguages: ['en'],
    isOtherPage: isOwnPage,
    // What follows from the contracts has no file; the crawl opens those links.
    isDocsPage: (path) => docs.has(path) || /^\/(?:api|errors)(?:\/[\w.-]+)?$|^\/changelog$|^\/?$/u.test(path),
    isPart: (name) => partNames.some((part) => part === name),
  }
}

/** Whether a path without its language has a page, other than a text of `content/`. */
function pagesOf(routes: readonly RouteConfigEntry[]): (path: string) => boolean {
  const patterns = pathsIn(routes)
    .map((path) => /^\/:language(\/[^*]+)$/u.exec(path)?.[1] ?? '')
    .filter((path) => path !== '' && !isOfContent(path))
    .map((path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:[a-zA-Z]+/gu, '[a-z\\d-]+')}$`, 'u'))
  return (path) => patterns.some((pattern) => pattern.test(path))
}

const isOfContent = (path: string): boolean =>
  [...articleSections, 'legal'].some((section) => path.startsWith(`/${section}/:`))

function pathsIn(routes: readonly RouteConfigEntry[], above = ''): string[] {
  return routes.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? above : `${above}/${path}`
    return children.length > 0 ? pathsIn(children, own) : [own]
  })
}
