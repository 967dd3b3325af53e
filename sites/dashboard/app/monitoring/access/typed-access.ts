import { type MonitoringKeyScope, monitoringKeyScopes } from '@bollard/contracts'

/** A key or a probe as somebody typed it. */
export interface TypedAccess {
  readonly what: 'key' | 'probe'
  readonly name: string
  readonly scopes: readonly MonitoringKeyScope[]
  readonly expiresOn: string
  readonly place: string
  readonly allowPrivate: boolean
}

export const noAccess = (what: TypedAccess['what']): TypedAccess => ({
  what,
  name: '',
  scopes: ['statistics'],
  expiresOn: '',
  place: '',
  allowPrivate: false,
})

/** Reads it from a form or from what was kept of one; `all` gives every value of a field. */
export function typedAccess(field: (name: string) => string, all: (name: string) => readonly string[]): TypedAccess {
  const scopes = new Set(all('scopes'))
  return {
    what: field('what') === 'probe' ? 'probe' : 'key',
    name: field('name').trim(),
    scopes: monitoringKeyScopes.filter((scope) => scopes.has(scope)),
    expiresOn: field('expiresOn').trim(),
    place: field('place').trim(),
    allowPrivate: field('allowPrivate') !== '',
  }
}
