import { APIError } from 'better-auth/api'

/** The stable part of a better-auth refusal; null for any other error. */
export function refusalCode(error: unknown): string | null {
  if (!(error instanceof APIError)) return null
  const code: unknown = error.body?.code
  return typeof code === 'string' ? code : null
}
