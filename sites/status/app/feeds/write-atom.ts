import { escapeXml } from '@bollard/site-kit/server'

export interface AtomFeed {
  /** Its own address, and that of the page that lists the same. */
  readonly address: string
  readonly page: string
  readonly title: string
  readonly language: string
  /** ISO 8601. */
  readonly updatedAt: string
  readonly entries: readonly AtomEntry[]
}
export interface AtomEntry {
  /** Stays the same for good. */
  readonly id: string
  readonly address: string
  readonly title: string
  /** ISO 8601. */
  readonly publishedAt: string
  readonly updatedAt: string
  /** Plain text. */
  readonly text: string
}

/** A feed in Atom (RFC 4287). */
export function writeAtom({ address, page, title, language, updatedAt, entries }: AtomFeed): string {
  const written = entries.map(
    (entry) =>
      `<entry><id>${escapeXml(entry.id)}</id><title>${escapeXml(entry.title)}</title><link href="${escapeXml(entry.address)}"/><published>${entry.publishedAt}</published><updated>${entry.updatedAt}</updated><content type="text">${escapeXml(entry.text)}</content></entry>`,
  )
  const head = `<id>${escapeXml(page)}</id><title>${escapeXml(title)}</title><updated>${updatedAt}</updated><author><name>${escapeXml(title)}</name></author><link href="${escapeXml(page)}"/><link rel="self" href="${escapeXml(address)}"/>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">${head}\n${written.join('\n')}\n</feed>\n`
}
