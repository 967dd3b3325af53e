export interface Outage {
  readonly siteKey: string
  /** When the widget gave up. */
  readonly at: Date
  /** 128 bits nobody can guess. */
  readonly id: Uint8Array
  /** No answer at all, or one that said that the service cannot answer. */
  readonly reason: 'unreachable' | 'unavailable'
}

/**
 * What goes into the form when the service could not be reached: `bfo1.` and base64url of JSON. It proves nothing; the service
 * compares it with the outages that it has recorded itself.
 */
export function failoverToken({ siteKey, at, id, reason }: Outage): string {
  return `bfo1.${base64url(new TextEncoder().encode(JSON.stringify({ siteKey, at: at.toISOString(), id: base64url(id), reason })))}`
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
