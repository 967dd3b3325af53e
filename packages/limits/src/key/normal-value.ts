import { formatNetwork, parseNetwork } from '@bollard/addresses'
import { countedEmail, countedPath, normalText } from './counted-values.ts'
import type { KeyPart } from './key-part.ts'

/**
 * A value of a part of a key as requests have it, from how a person writes it: an address, `Jane@Example.com`, `de`. Networks stay as wide as
 * they are written. Null where no request can have it.
 */
export function normalValue(part: KeyPart, typed: string): string | null {
  const text = normalText(typed)
  switch (part.from) {
    case 'network': {
      const network = parseNetwork(text)
      return network === null ? null : formatNetwork(network)
    }
    case 'operator':
      return /^(?:AS)?([1-9]\d{0,9})$/iu.exec(text)?.[1] ?? null
    case 'country':
      return /^[a-z]{2}$/iu.test(text) ? text.toUpperCase() : null
    case 'path':
      return text.startsWith('/') ? countedPath(text) : null
    case 'email':
      return countedEmail(text)
    // An expression says itself what it is made of.
    case 'expression':
      return typed
    default:
      return text
  }
}
