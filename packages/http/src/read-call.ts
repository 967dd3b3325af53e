/** A call as the express lane reads it. */
export interface ExpressCall {
  readonly method: 'POST'
  /** As sent, without a query: calls with one are left to the full server. */
  readonly path: string
  /** Names in lower case; no name comes twice. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly remoteAddress: string | undefined
}

const requestLine = /^POST (\/[\w/-]{1,200}) HTTP\/1\.1$/
const contentType = /^(?:application\/json|text\/plain)(?:; ?charset=utf-8)?$/i
/** What changes how a message is read or what happens on its connection. */
const unusual = new Set([
  'transfer-encoding',
  'expect',
  'upgrade',
  'content-encoding',
  'te',
  'trailer',
  'http2-settings',
  '__proto__',
])

/** What a byte may be part of: 1 = a name (tokens of RFC 9110, 5.6.2), 2 = a value (visible characters, blanks and tabs). */
const kinds = new Uint8Array(256)
for (let code = 0x20; code < 0x7f; code++) kinds[code] = 2
for (let code = 0x80; code <= 0xff; code++) kinds[code] = 2
kinds[0x09] = 2
for (const sign of "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
  kinds[sign.charCodeAt(0)] = 3
/** Browsers send some twenty. A head is read again with every piece that comes, so its cost needs a bound. */
const headersMax = 64
const [carriageReturn, lineFeed, colon, blank, tab] = [0x0d, 0x0a, 0x3a, 0x20, 0x09]

/**
 * Reads one whole call of the plainest kind: POST, HTTP/1.1, a length, a body of JSON in UTF-8, and nothing after it.
 * `incomplete`: so far it could be one; `unusual`: it is something else, which says nothing against it. There is no
 * leniency: folded lines, lone line ends, repeated names and characters outside of RFC 9110 are all unusual.
 */
export function readCall(bytes: Buffer, remoteAddress: string | undefined): ExpressCall | 'incomplete' | 'unusual' {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return couldBegin(bytes) ? 'incomplete' : 'unusual'
  const head = bytes.toString('latin1', 0, end)
  const firstEnd = head.indexOf('\r\n')
  const path = requestLine.exec(head.slice(0, firstEnd < 0 ? end : firstEnd))?.[1]
  const headers = firstEnd < 0 || path === undefined ? null : readHeaders(bytes, head, firstEnd + 2)
  if (headers === null || path === undefined || !isPlain(headers)) return 'unusual'
  const length = headers['content-length']
  if (length === undefined || !/^\d{1,5}$/.test(length)) return 'unusual'
  const whole = end + 4 + Number(length)
  if (bytes.length < whole) return 'incomplete'
  if (bytes.length > whole) return 'unusual'
  return { method: 'POST', path, headers, body: bytes.toString('utf8', end + 4, whole), remoteAddress }
}

/** The lines between request line and body; `head` is the same text as `bytes`, one character a byte. */
function readHeaders(bytes: Buffer, head: string, start: number): Record<string, string> | null {
  const headers: Record<string, string> = {}
  let at = start
  for (let count = 0; at < head.length; count++) {
    if (count === headersMax) return null
    const nameStart = at
    while (((kinds[bytes[at] ?? 0] ?? 0) & 1) !== 0) at++
    if (bytes[at] !== colon || at === nameStart) return null
    const name = head.slice(nameStart, at).toLowerCase()
    at++
    while (bytes[at] === blank || bytes[at] === tab) at++
    const valueStart = at
    while (at < head.length && ((kinds[bytes[at] ?? 0] ?? 0) & 2) !== 0) at++
    if (at < head.length && (bytes[at] !== carriageReturn || bytes[at + 1] !== lineFeed)) return null
    if (unusual.has(name) || headers[name] !== undefined) return null
    const value = head.slice(valueStart, at)
    headers[name] = value.endsWith(' ') || value.endsWith('\t') ? value.trimEnd() : value
    at += 2
  }
  return headers
}

function isPlain(headers: Readonly<Record<string, string>>): boolean {
  const { connection } = headers
  return (
    headers['host'] !== undefined &&
    contentType.test(headers['content-type'] ?? '') &&
    (connection === undefined || connection.toLowerCase() === 'keep-alive')
  )
}

const beginning = 'POST /'
function couldBegin(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, beginning.length)
  return start === beginning.slice(0, start.length)
}
