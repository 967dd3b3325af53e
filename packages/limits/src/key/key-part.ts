import { LimitFault } from '../limit/limit-fault.ts'
import type { Facts } from './facts.ts'
import { cookieOf, countedEmail, countedPath, headerOf, normalNetwork, normalText } from './counted-values.ts'
import { compileTemplate } from './template.ts'

/** What requests are told apart by. */
export type KeyPart =
  /** The visitor's network: IPv4 by 32 (default) or 24 bits, IPv6 by 64 (default), 56 or 48. */
  | { readonly from: 'network'; readonly v4?: 24 | 32; readonly v6?: 48 | 56 | 64 }
  | { readonly from: 'operator' | 'country' | 'user' | 'path' | 'email' | 'ticket' | 'tls' }
  /** Letters of a header's name in either case. */
  | { readonly from: 'header' | 'cookie'; readonly name: string }
  /** Text with fields of the request, such as `{method} {path[1]} {header.x-team}`. */
  | { readonly from: 'expression'; readonly text: string }

/** Reads the value by which a part tells requests apart; null where the request has none. */
export type ReadPart = (facts: Facts) => string | null

const nameMax = 100

/**
 * Compiles a part. Throws a LimitFault that names the field `key`: `unknown-key-part`, `bad-name`, `bad-width`, or that
 * of an expression.
 */
export function compilePart(part: KeyPart): ReadPart {
  switch (part.from) {
    case 'network': {
      const widths = { v4: part.v4 ?? 32, v6: part.v6 ?? 64 } as const
      if (![24, 32].includes(widths.v4) || ![48, 56, 64].includes(widths.v6))
        throw new LimitFault(
          'bad-width',
          'key',
          `networks have 24 or 32 bits, or 48, 56 or 64, not ${widths.v4} and ${widths.v6}`,
        )
      return ({ address }) => (address === null ? null : normalNetwork(address, widths))
    }
    case 'header': {
      const name = requireName(part.name).toLowerCase()
      return (facts) => headerOf(facts, name)
    }
    case 'cookie': {
      const name = requireName(part.name)
      return (facts) => cookieOf(facts, name)
    }
    case 'expression':
      return compileTemplate(part.text)
    case 'operator':
      return ({ operator }) => (operator === null ? null : String(operator))
    case 'path':
      return ({ path }) => countedPath(path)
    case 'email':
      return ({ email }) => (email === null ? null : countedEmail(email))
    case 'country':
      return ({ country }) => country?.toUpperCase() ?? null
    case 'user':
    case 'ticket':
    case 'tls': {
      const { from } = part
      return ({ [from]: value }) => (value === null ? null : normalText(value))
    }
    default:
      throw new LimitFault('unknown-key-part', 'key', 'there is no such part of a key')
  }
}

function requireName(name: string): string {
  // The characters of a token (RFC 9110 §5.6.2), which names of headers and cookies are.
  if (name.length <= nameMax && /^[\w!#$%&'*+.^`|~-]+$/u.test(name)) return name
  throw new LimitFault('bad-name', 'key', `“${name.slice(0, nameMax)}” is no name of a header or cookie`)
}
