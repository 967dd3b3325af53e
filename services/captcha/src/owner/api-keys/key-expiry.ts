import type { FieldError } from '@bollard/http'

/** The latest time to which an API key may live: two calendar years from now. */
export function latestApiKeyEnd(now: number): number {
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + 2)
  return end.getTime()
}

/** What is wrong with an end of life, as a list for `faults`; null never ends. */
export function expiryFaults(expiresAt: string | null, now: number, latest: number): FieldError[] {
  if (expiresAt === null) return []
  const at = Date.parse(expiresAt)
  if (at <= now) return [{ pointer: '/expiresAt', code: 'in-the-past' }]
  return at > latest ? [{ pointer: '/expiresAt', code: 'too-late' }] : []
}
