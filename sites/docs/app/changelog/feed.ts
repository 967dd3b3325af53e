import { publicOrigin, scopeOf, textsFor } from '@bollard/site-kit/server'
import { readChangelog } from '../pages/article-pages.server.ts'
import { plainText } from '../feeds/plain-text.ts'
import { escapeXml } from '../feeds/xml.ts'
import type { Route } from './+types/feed.ts'

/** `/{language}/changelog.xml`: RSS with one entry for each version. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { language, site } = scopeOf(context, request)
  const { t } = textsFor('docs', language)
  const page = `${publicOrigin(site)}/${language}/changelog`
  const { parts } = await readChangelog(language)
  const items = parts.map(({ anchor, title, html }) => {
    const link = escapeXml(`${page}#${anchor}`)
    const day = /\d{4}-\d{2}-\d{2}/u.exec(title)?.[0]
    const date = day === undefined ? '' : `<pubDate>${new Date(`${day}T00:00:00Z`).toUTCString()}</pubDate>`
    return `<item><title>Bollard ${escapeXml(title)}</title><link>${link}</link><guid>${link}</guid>${date}<description>${escapeXml(html)}</description></item>`
  })
  const head = [
    `<title>${escapeXml(t(($) => $.changelog.feed))}</title>`,
    `<link>${escapeXml(page)}</link>`,
    `<description>${escapeXml(t(($) => $.changelog.description))}</description>`,
    `<language>en</language>`,
    `<atom:link href="${escapeXml(page)}.xml" rel="self" type="application/rss+xml"/>`,
  ]
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${head.join('')}\n${items.join('\n')}\n</channel></rss>\n`
  return plainText(body, 'application/rss+xml')
}
