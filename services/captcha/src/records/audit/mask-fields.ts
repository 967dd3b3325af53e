import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { networkOf } from '@bollard/audit'
import { isPlainObject } from './is-plain-object.ts'

/** Characters as JSON. A rule can be far longer, and entries stay for good. */
const mostCharacters = 8_192

/** How texts are kept that tell of people or give access, by the name of their field. */
const masks: Readonly<Record<string, (text: string) => string>> = {
  email: maskEmail,
  url: maskUrl,
  network: maskNetwork,
  networks: maskNetwork,
  allowedNetworks: maskNetwork,
  blockedNetworks: maskNetwork,
  exemptNetworks: maskNetwork,
  'values of ip': maskNetwork,
}

/** Fields as the audit log keeps them: of addresses a part, and of what is very long its length and hash. */
export function maskFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shorten(mask(value, name))]))
}

function mask(value: unknown, name: string): unknown {
  if (typeof value === 'string') return masks[name]?.(value) ?? value
  if (Array.isArray(value)) return value.map((item) => mask(item, name))
  if (!isPlainObject(value)) return value
  // What the values of a condition are, its field tells.
  const nameOf = (key: string): string =>
    key === 'values' && typeof value['field'] === 'string' ? `values of ${value['field']}` : key
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mask(inner, nameOf(key))]))
}

function shorten(value: unknown): unknown {
  const text = JSON.stringify(value) ?? ''
  if (text.length <= mostCharacters) return value
  return { characters: text.length, sha256: createHash('sha256').update(text).digest('hex') }
}

/** `a…@example.org`: enough for its owner to recognise it. */
function maskEmail(email: string): string {
  const [first = ''] = email
  return `${first}…${email.slice(email.lastIndexOf('@'))}`
}

/** Path and query of a webhook's address are often all that its receiver asks for. */
function maskUrl(url: string): string {
  return URL.canParse(url) ? `${new URL(url).origin}/…` : '…'
}

/** Of an address and of few addresses only the network that entries keep of a caller, too. */
function maskNetwork(text: string): string {
  const [address = '', bits] = text.split('/')
  return bits !== undefined && Number(bits) <= (isIPv6(address) ? 48 : 24) ? text : networkOf(address)
}
