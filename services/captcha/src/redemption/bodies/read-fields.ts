/** What a customer's server sends to ask about a token; '' where it sends nothing. */
export interface Fields {
  readonly secret: string
  readonly response: string
  readonly remoteip: string
  readonly sitekey: string
  readonly idempotency_key: string
}

type FieldName = keyof Fields
const names = ['secret', 'response', 'remoteip', 'sitekey', 'idempotency_key'] as const satisfies readonly FieldName[]
const none: Fields = { secret: '', response: '', remoteip: '', sitekey: '', idempotency_key: '' }
/** A value that is no text is a file of a form, or whatever JSON can hold. */
type Entry = readonly [name: string, value: unknown]

/**
 * The fields of a parsed JSON body or of an earlier reading; null when it is nothing to read fields from, or one of them is no
 * text. Without a loop, as it is on the path of every call.
 */
export function readFields(body: unknown): Fields | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const given: Partial<Record<FieldName, unknown>> = body
  const secret = textOf(given.secret)
  const response = textOf(given.response)
  const remoteip = textOf(given.remoteip)
  const sitekey = textOf(given.sitekey)
  const key = textOf(given.idempotency_key)
  if (secret === null || response === null || remoteip === null || sitekey === null || key === null) return null
  return { secret, response, remoteip, sitekey, idempotency_key: key }
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : null
}

/**
 * Fields of one or several sources; null when one is no text, or is given twice with different values. Many servers paste the
 * token into an address or a form without encoding it: whoever could add a second `secret` that way, be the first one empty,
 * would choose the key that their own token is judged by.
 */
export function gatherFields(entries: Iterable<Entry>): Fields | null {
  const given: Partial<Record<FieldName, string>> = {}
  for (const [name, value] of entries) {
    if (!isFieldName(name) || value === null || value === undefined) continue
    if (typeof value !== 'string') return null
    if (given[name] !== undefined && given[name] !== value) return null
    given[name] = value
  }
  return { ...none, ...given }
}

/** What is not a UUID, so that whoever reads idempotency keys refuses it. */
const refusedKey = 'in the address'

/**
 * The entries of an address' query. An idempotency key counts only in a body: pasted into an address with a token that is not
 * encoded, a visitor could add one, and use the token again and again with it.
 */
export function queryEntries(url: string | undefined): Entry[] {
  const start = url?.indexOf('?') ?? -1
  if (url === undefined || start < 0) return []
  return [...new URLSearchParams(url.slice(start + 1))].map(([name, value]): Entry => [
    name,
    name === 'idempotency_key' ? refusedKey : value,
  ])
}

/** The entries of a body as its content type says, in text without one too; null when it cannot be read. */
export async function bodyEntries(body: Buffer, contentType: string | undefined): Promise<Entry[] | null> {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  switch (type) {
    case 'application/json':
      return jsonEntries(body.toString())
    case 'application/x-www-form-urlencoded':
      return formEntries(body.toString())
    case 'multipart/form-data':
      return multipartEntries(body, contentType ?? '')
    case 'text/plain':
    case '': {
      const text = body.toString()
      return text.trimStart().startsWith('{') ? jsonEntries(text) : formEntries(text)
    }
    default:
      return null
  }
}

export function formEntries(text: string): Entry[] {
  return [...new URLSearchParams(text)]
}

/** Files are entries too, which are no text. */
export async function multipartEntries(body: Buffer, contentType: string): Promise<Entry[] | null> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
    return [...form]
  } catch {
    return null
  }
}

function jsonEntries(text: string): Entry[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) && !repeatsField(text)
      ? Object.entries(value)
      : null
  } catch {
    return null
  }
}

const textInJson = /("(?:[^"\\]|\\.)*")(\s*:)?/gu
/**
 * Whether a text that is known to be JSON names a field twice. `JSON.parse` takes the last one without a word, so a token that
 * a server has pasted between quotes could bring the secret key that it is judged by.
 */
export function repeatsField(json: string): boolean {
  const seen = new Set<unknown>()
  for (const [, text = '', colon] of json.matchAll(textInJson)) {
    if (colon === undefined) continue
    const name: unknown = JSON.parse(text)
    if (typeof name !== 'string' || !isFieldName(name)) continue
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}

function isFieldName(name: string): name is FieldName {
  return (names as readonly string[]).includes(name)
}
