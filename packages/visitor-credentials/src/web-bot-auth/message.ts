import type { FieldOccurrence, RequestDescriptor } from 'http-message-sig'
import { isInnerList, ParseError, parseDictionary } from 'structured-headers'
import type { SignedRequest } from './result.ts'

/** A signature that one request may carry, and the request with just the fields its signatures cover. */
export interface TaggedSignatures {
  readonly labels: readonly string[]
  readonly message: RequestDescriptor
}

const tag = 'web-bot-auth'
const maximumHeaderLength = 8192
/** Host name, address or bracketed IPv6 address, and port: nothing that could move the end of the authority within an address. */
const authorityPattern = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i
const pathPattern = /^\/[^\s#]*$/

/**
 * Finds the signatures meant for bot authentication and lays the request out for checking them.
 * @returns null when something cannot be read
 */
export function readTaggedSignatures(request: SignedRequest): TaggedSignatures | null {
  const input = fieldValue(request.headers, 'signature-input')
  const signature = fieldValue(request.headers, 'signature')
  if (input === undefined || signature === undefined || input.length + signature.length > maximumHeaderLength)
    return null
  if (!authorityPattern.test(request.authority) || !pathPattern.test(request.path)) return null

  const labels: string[] = []
  const names = new Set(['signature', 'signature-input'])
  const inputs = parseOrNull(input)
  if (inputs === null) return null
  for (const [label, member] of inputs) {
    if (!isInnerList(member)) return null
    if (member[1].get('tag') !== tag) continue
    labels.push(label)
    for (const [name] of member[0]) if (typeof name === 'string') names.add(name)
  }
  return { labels, message: messageOf(request, names) }
}

/** A header as one value (RFC 9110 section 5.3). */
export function fieldValue(headers: SignedRequest['headers'], name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  return value === undefined || typeof value === 'string' ? value : value.join(', ')
}

function messageOf(request: SignedRequest, names: ReadonlySet<string>): RequestDescriptor {
  const fields: FieldOccurrence[] = []
  for (const name of names) {
    const value = fieldValue(request.headers, name)
    if (value !== undefined) fields.push({ name, value })
  }
  const targetUri = `${request.scheme ?? 'https'}://${request.authority}${request.path}`
  return { kind: 'request', method: request.method, targetUri, requestTarget: request.path, fields }
}

function parseOrNull(input: string): ReturnType<typeof parseDictionary> | null {
  try {
    return parseDictionary(input)
  } catch (error) {
    if (error instanceof ParseError) return null
    throw error
  }
}
