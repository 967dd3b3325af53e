import { LimitFault } from '../limit/limit-fault.ts'
import type { Facts } from './facts.ts'
import { cookieOf, countedPath, headerOf, valueLengthMax } from './counted-values.ts'

type ReadField = (facts: Facts) => string | null

const fields: Readonly<Record<string, ReadField>> = {
  address: ({ address }) => address,
  operator: ({ operator }) => (operator === null ? null : String(operator)),
  country: ({ country }) => country,
  method: ({ method }) => method.toUpperCase(),
  host: ({ host }) => host.toLowerCase(),
  path: ({ path }) => countedPath(path),
  user: ({ user }) => user,
  tls: ({ tls }) => tls,
}

/**
 * Compiles text with fields in braces: `address`, `operator`, `country`, `method`, `host`, `path`, `user`, `tls`, a
 * segment such as `path[1]`, `header.x-team`, `cookie.cart`. There are no loops and no patterns, so every expression
 * takes the same short time. Its value is null where a field has none. Throws a LimitFault for the field `key`:
 * `bad-expression`.
 */
export function compileTemplate(text: string): ReadField {
  if (text.length === 0 || text.length > 500)
    throw new LimitFault('bad-expression', 'key', 'an expression has 1 to 500 characters')
  const pieces = text.split(/(\{[^{}]*\})/u).map((piece) => {
    if (piece.startsWith('{') && piece.endsWith('}')) return readerOf(piece.slice(1, -1))
    if (/[{}]/u.test(piece)) throw new LimitFault('bad-expression', 'key', `a brace has no other side in “${piece}”`)
    return piece
  })
  if (!pieces.some((piece) => typeof piece === 'function'))
    throw new LimitFault('bad-expression', 'key', 'an expression names a field in braces at least')
  return (facts) => {
    let value = ''
    for (const piece of pieces) {
      const part = typeof piece === 'string' ? piece : piece(facts)
      if (part === null) return null
      // The length keeps “a” + “bc” apart from “ab” + “c”.
      value += typeof piece === 'string' ? part : `${part.length}:${part}`
    }
    return value.slice(0, valueLengthMax)
  }
}

function readerOf(field: string): ReadField {
  const [, segment] = /^path\[(\d)\]$/u.exec(field) ?? []
  if (segment !== undefined) return ({ path }) => countedPath(path).split('/')[Number(segment)] ?? null
  const [, header] = /^header\.([\w-]{1,100})$/u.exec(field) ?? []
  if (header !== undefined) return (facts) => headerOf(facts, header.toLowerCase())
  const [, cookie] = /^cookie\.([\w-]{1,100})$/u.exec(field) ?? []
  if (cookie !== undefined) return (facts) => cookieOf(facts, cookie)
  const read = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (read === undefined) throw new LimitFault('bad-expression', 'key', `a request has no field “${field}”`)
  return read
}
