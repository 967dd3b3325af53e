import { safeReturnTo } from '@bollard/site-kit'
import type { PublicSite } from '@bollard/site-kit'

/** The first link in a mail's text that leads to one of our own sites, or null. */
export function ownLinkOf(text: string, urls: PublicSite['urls']): string | null {
  for (const [address] of text.matchAll(/https?:\/\/[^\s<>"]+/gu)) {
    const link = safeReturnTo(address.replace(/[.,;)]+$/u, ''), urls)
    if (link) return link
  }
  return null
}
