import type { MailSummary } from '@bollard/contracts'

export interface MailSearch {
  /** Part of an address, in any case. */
  readonly address: string
  /** A kind as a whole; empty for all. */
  readonly kind: string
}

/** What the address of the list asks for. */
export function mailSearch(search: URLSearchParams): MailSearch {
  return { address: (search.get('address') ?? '').trim(), kind: search.get('kind') ?? '' }
}

/** The mails that fit, in their order, and every kind that is there to choose. */
export function searchMails(
  mails: readonly MailSummary[],
  { address, kind }: MailSearch,
): { found: MailSummary[]; kinds: string[] } {
  const part = address.toLowerCase()
  return {
    found: mails.filter((mail) => mail.to.toLowerCase().includes(part) && (kind === '' || mail.tag === kind)),
    kinds: [...new Set(mails.map(({ tag }) => tag))].toSorted(),
  }
}
