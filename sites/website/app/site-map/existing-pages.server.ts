import { routes } from 'virtual:react-router/server-build'
import { outlines } from 'virtual:content'
import { reportIds } from '@bollard/content/published'
import { defaultLanguage, type Language, languages } from '@bollard/i18n'
import type { Site } from '@bollard/site-kit'
import { platformIds, platforms } from '../integrations/platforms.ts'
import { hasWhatItNeeds } from '../operator/operator-values.server.ts'
import { sitePages } from './site-pages.ts'

/** A page that has an address of its own in every list: of the navigation, the sitemap and `llms.txt`. */
export interface ExistingPage {
  /** Without the language. */
  readonly path: string
  readonly languages: readonly Language[]
  /** When it last changed, ISO 8601; null where nobody knows. */
  readonly modified: string | null
}

/** Pages whose routes name no single address: a source for each kind. */
const sources: readonly ((site: Site) => readonly ExistingPage[])[] = [
  pagesOfContent,
  () => platformIds.map((id) => inAll(`${sitePages.integrations}/${platforms[id].slug}`)),
  () => reportIds.map((id) => inAll(`${sitePages.reports}/${id}`)),
]

const inAll = (path: string): ExistingPage => ({ path, languages, modified: null })

/** All pages that this installation has, in every language that they have. */
export function existingPages(site: Site): readonly ExistingPage[] {
  return [...pagesOfRoutes(), ...sources.flatMap((source) => source(site))]
}

const forEachSite = new WeakMap<Site, ReadonlySet<string>>()

/** Their paths without the language, to show no link that leads nowhere; with those that lead to the operator's own text. */
export function existingPaths(site: Site): ReadonlySet<string> {
  const known = forEachSite.get(site)
  if (known !== undefined) return known
  const elsewhere = Object.values(sitePages).filter((path) => ownDocumentOf(site, path) !== null)
  const paths = new Set([...existingPages(site).map(({ path }) => path), ...elsewhere])
  forEachSite.set(site, paths)
  return paths
}

/** Routes in every language that have an address of their own and answer a page. */
function pagesOfRoutes(): ExistingPage[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined || !isPage(route)) return []
    const [, path] = /^:language(\/[a-z\d/-]+)$/u.exec(pathOf(route.id)) ?? []
    return path === undefined ? [] : [inAll(path)]
  })
}

type ServerRoute = NonNullable<(typeof routes)[string]>

/** A redirect and a feed show nothing, and some pages are for those who got their address. */
const isPage = ({ module }: ServerRoute): boolean => 'default' in module && !isUnlisted(module.handle)

const isUnlisted = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'isListed' in handle && handle.isListed === false

function pathOf(id: string): string {
  const route = routes[id]
  if (route === undefined) return ''
  const above = route.parentId === undefined ? '' : pathOf(route.parentId)
  return [above, route.path ?? ''].filter((part) => part !== '').join('/')
}

function pagesOfContent(site: Site): ExistingPage[] {
  return outlines.flatMap((outline): ExistingPage[] => {
    if (outline.language !== defaultLanguage || !isHere(site, outline)) return []
    const versions = outlines.filter(({ path }) => path === outline.path)
    return [
      {
        path: outline.path,
        languages: languages.filter((language) => versions.some((version) => version.language === language)),
        modified: outline.updated ?? outline.modified,
      },
    ]
  })
}

/** A text that has gaps here, or that the operator has elsewhere, is no page. */
const isHere = (site: Site, outline: (typeof outlines)[number]): boolean =>
  hasWhatItNeeds(site, outline) && ownDocumentOf(site, outline.path) === null

/** Where the operator's own text stands instead of the one of this site; null where there is none, or where it is this site's. */
export function ownDocumentOf({ legal = {}, urls }: Site, path: string): string | null {
  const documents: Readonly<Record<string, string | undefined>> = {
    [sitePages.terms]: legal.terms?.url,
    [sitePages.privacyPolicy]: legal.privacy?.url,
    [sitePages.dataProcessing]: legal.dpa?.url,
  }
  const url = documents[path]
  return url === undefined || new URL(url).origin === new URL(urls.website).origin ? null : url
}
