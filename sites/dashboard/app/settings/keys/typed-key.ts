import { type ApiKeyScope, apiKeyScopes } from '@bollard/contracts'

/** A key as somebody typed it: lists in lines, an end as a day, and empty for what is left open. */
export interface TypedKey {
  name: string
  scopes: ApiKeyScope[]
  environmentId: string
  networks: string
  origins: string
  usesPerDay: string
  expiresOn: string
}

export const noKey: TypedKey = {
  name: '',
  scopes: ['statistics'],
  environmentId: '',
  networks: '',
  origins: '',
  usesPerDay: '',
  expiresOn: '',
}

/** Reads a key from a form or from what was kept of one; `all` gives every value of a field. */
export function typedKey(field: (name: string) => string, all: (name: string) => readonly string[]): TypedKey {
  const scopes = new Set(all('scopes'))
  return {
    name: field('name').trim(),
    scopes: apiKeyScopes.filter((scope) => scopes.has(scope)),
    environmentId: field('environmentId'),
    networks: field('networks').trim(),
    origins: field('origins').trim(),
    usesPerDay: field('usesPerDay').trim(),
    expiresOn: field('expiresOn').trim(),
  }
}

/** One entry for each line, comma or blank. */
export function linesOf(text: string): string[] {
  return text.split(/[\s,]+/u).filter((line) => line !== '')
}

/** The last second of a day in UTC; null where none is named. What is no day stays as it is, and the service says so. */
export function endOf(day: string): string | null {
  if (day === '') return null
  return /^\d{4}-\d{2}-\d{2}$/u.test(day) ? `${day}T23:59:59.000Z` : day
}
