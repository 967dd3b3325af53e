import type { Language } from '@bollard/i18n'
import type { Site } from '@bollard/site-kit'
import { textsFor } from '@bollard/site-kit/server'
import { articlesOf } from '../article/articles.server.ts'
import { platformIds, platforms } from '../integrations/platforms.ts'
import { legalPages } from '../legal/legal-pages.server.ts'
import type { SideList } from './side-navigation.tsx'
import { navigationVariant, sitePages } from '../site-map/site-pages.ts'

/** The list that stands beside a page; null for pages without one. */
export function sideListOf(site: Site, language: Language, pathname: string): SideList | null {
  if (navigationVariant(pathname) !== 'side') return null
  const { t } = textsFor('website', language)
  switch (pathname.split('/')[2]) {
    case 'learn':
      return { title: t(($) => $.shell.pages.learn), path: '/learn', pages: articlesOf('learn', language) }
    case 'wiki':
      return { title: t(($) => $.shell.pages.wiki), path: '/wiki', pages: articlesOf('wiki', language) }
    case 'legal':
      return { title: t(($) => $.shell.columns.legal), path: null, pages: legalPages(site, language) }
    case 'products':
      return {
        title: t(($) => $.shell.pages.integrations),
        path: sitePages.integrations,
        pages: platformIds.map((id) => ({
          path: `${sitePages.integrations}/${platforms[id].slug}`,
          title: platforms[id].name,
        })),
      }
    default:
      return null
  }
}
