import { escapeXml } from './escape-xml.ts'

interface Feed {
  readonly title: string
  readonly description: string
  /** Language of what it says. */
  readonly language: string
  /** Its own address, and that of the page that lists the same. */
  readonly address: string
  readonly page: string
  readonly items: readonly FeedItem[]
}
interface FeedItem {
  readonly title: string
  readonly address: string
  /** Stays the same for good; the address where there is none. */
  readonly id?: string
  /** Day or moment, ISO 8601; null where nobody knows. */
  readonly at: string | null
  /** Text or HTML. */
  readonly description: string
}

/** A feed in RSS 2.0. */
export function writeRss({ title, description, language, address, page, items }: Feed): string {
  const written = items.map((item) => {
    const link = escapeXml(item.address)
    // A day alone is read as the beginning of that day in UTC.
    const date = item.at === null ? '' : `<pubDate>${new Date(item.at).toUTCString()}</pubDate>`
    const guid =
      item.id === undefined ? `<guid>${link}</guid>` : `<guid isPermaLink="false">${escapeXml(item.id)}</guid>`
    return `<item><title>${escapeXml(item.title)}</title><link>${link}</link>${guid}${date}<description>${escapeXml(item.description)}</description></item>`
  })
  const head = [
    `<title>${escapeXml(title)}</title>`,
    `<link>${escapeXml(page)}</link>`,
    `<description>${escapeXml(description)}</description>`,
    `<language>${escapeXml(language)}</language>`,
    `<atom:link href="${escapeXml(address)}" rel="self" type="application/rss+xml"/>`,
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${head.join('')}\n${written.join('\n')}\n</channel></rss>\n`
}
