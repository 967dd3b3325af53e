import { answerText, publicOrigin, scopeOf, writeSitemap } from '@bollard/site-kit/server'
import { existingPages } from '../site-map/existing-pages.server.ts'
import type { Route } from './+types/sitemap.ts'

/** `/{language}/pages.xml`: every page of a language, each with its other languages. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { site, language } = scopeOf(context, request)
  const entries = existingPages(site)
    .filter((page) => page.languages.includes(language))
    .map((page) => ({ ...page, language }))
  return answerText(writeSitemap(publicOrigin(site), entries), 'application/xml')
}
