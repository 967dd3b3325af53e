import { languages } from '@bollard/i18n'
import { answerText, publicOrigin, scopeOf, writeSitemap } from '@bollard/site-kit/server'
import { listPages } from '../pages/all-pages.server.ts'
import type { Route } from './+types/sitemap.ts'

/** Every page in every language, each with its other languages. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const origin = publicOrigin(scopeOf(context, request).site)
  const lists = await Promise.all(
    languages.map(async (language) => {
      const pages = [
        { path: '', modified: null },
        { path: '/changelog', modified: null },
        ...(await listPages(language)),
      ]
      return pages.map(({ path, modified }) => ({ language, path, modified, languages }))
    }),
  )
  return answerText(writeSitemap(origin, lists.flat()), 'application/xml')
}
