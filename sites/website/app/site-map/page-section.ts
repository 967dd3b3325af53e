import { type FooterColumn, footerColumns, type SitePage, sitePages } from './site-pages.ts'

export type PageSection =
  | { readonly kind: 'page'; readonly page: SitePage }
  | { readonly kind: 'column'; readonly column: FooterColumn }

/** Where a page is, by its path without the language: below the nearest other page, or in a column of the footer; null for neither. */
export function pageSectionOf(path: string): PageSection | null {
  const above = keysOf(sitePages)
    .filter((page) => path.startsWith(`${sitePages[page]}/`))
    .toSorted((one, other) => sitePages[other].length - sitePages[one].length)[0]
  if (above !== undefined) return { kind: 'page', page: above }
  const column = keysOf(footerColumns).find((name) => footerColumns[name].some((page) => sitePages[page] === path))
  return column === undefined ? null : { kind: 'column', column }
}

/** `Object.keys` of an object that has no others. */
const keysOf = <Key extends string>(of: Readonly<Record<Key, unknown>>): Key[] => Object.keys(of) as Key[]
