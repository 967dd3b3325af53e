import { defaultLanguage, languages } from '@bollard/i18n'
import { publicOrigin, scopeOf } from '@bollard/site-kit/server'
import { listPages } from '../pages/all-pages.server.ts'
import { plainText } from './plain-text.ts'
import { escapeXml } from './xml.ts'
import type { Route } from './+types/sitemap.ts'

/** Every page in every language, each with its other languages. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const origin = publicOrigin(scopeOf(context, request).site)
  const lists = await Promise.all(
    languages.map(async (language) => {
      const pages = (await listPages(language)).map(({ path, modified }) => ({ path, modified }))
      return [{ path: '', modified: null }, { path: '/changelog', modified: null }, ...pages].map((page) =>
        entry(page, language),
      )
    }),
  )
  function entry({ path, modified }: { path: string; modified: string | null }, language: string): string {
    const at = (one: string) => escapeXml(`${origin}/${one}${path}`)
    const others = [...languages.map((one) => [one, one] as const), ['x-default', defaultLanguage] as const]
    return [
      `<url><loc>${at(language)}</loc>`,
      ...(modified === null ? [] : [`<lastmod>${modified.slice(0, 10)}</lastmod>`]),
      ...others.map(([code, one]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${at(one)}"/>`),
      '</url>',
    ].join('')
  }
  const namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>\n${lists.flat().join('\n')}\n</urlset>\n`
  return plainText(body, 'application/xml')
}
