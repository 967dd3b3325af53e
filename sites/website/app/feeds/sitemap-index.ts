import { languages } from '@bollard/i18n'
import { answerText, publicOrigin, scopeOf, writeSitemapIndex } from '@bollard/site-kit/server'
import { existingPages } from '../site-map/existing-pages.server.ts'
import type { Route } from './+types/sitemap-index.ts'

/** The sitemaps of all languages. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { site } = scopeOf(context, request)
  const origin = publicOrigin(site)
  const pages = existingPages(site)
  const sitemaps = languages.map((language) => ({
    address: `${origin}/${language}/pages.xml`,
    modified:
      pages
        .flatMap((page) => (page.languages.includes(language) ? (page.modified ?? []) : []))
        .toSorted()
        .at(-1) ?? null,
  }))
  return answerText(writeSitemapIndex(sitemaps), 'application/xml')
}
