import { defaultLanguage, type Language } from '@bollard/i18n'
import { escapeXml } from './escape-xml.ts'

/** A page as search engines are told of it. */
export interface SitemapEntry {
  readonly language: Language
  /** Without the language; empty for a start page. */
  readonly path: string
  /** When it last changed, ISO 8601; null where nobody knows. */
  readonly modified: string | null
  /** The languages that have it. */
  readonly languages: readonly Language[]
}

const begin = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** A sitemap of pages, each with its other languages. */
export function writeSitemap(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ language, path, modified, languages }) => {
    const at = (one: string) => escapeXml(`${origin}/${one}${path}`)
    const byDefault = languages.includes(defaultLanguage) ? [['x-default', defaultLanguage] as const] : []
    return [
      `<url><loc>${at(language)}</loc>`,
      ...(modified === null ? [] : [`<lastmod>${modified.slice(0, 10)}</lastmod>`]),
      ...[...languages.map((one) => [one, one] as const), ...byDefault].map(
        ([code, one]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${at(one)}"/>`,
      ),
      '</url>',
    ].join('')
  })
  return `${begin}<urlset ${namespace} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
}

/** A sitemap of sitemaps, each with the time of its latest change, ISO 8601, or null. */
export function writeSitemapIndex(
  sitemaps: readonly { readonly address: string; readonly modified: string | null }[],
): string {
  const lines = sitemaps.map(({ address, modified }) => {
    const changed = modified === null ? '' : `<lastmod>${modified.slice(0, 10)}</lastmod>`
    return `<sitemap><loc>${escapeXml(address)}</loc>${changed}</sitemap>`
  })
  return `${begin}<sitemapindex ${namespace}>\n${lines.join('\n')}\n</sitemapindex>\n`
}

/** What search engines may read, and where the sitemap is. */
export const writeRobots = (origin: string): string => `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`
