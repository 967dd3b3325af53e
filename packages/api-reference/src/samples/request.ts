import type { Operation } from '../read-reference.ts'
import { testCallOf } from '../test-calls.ts'

/** A value of a header: text, then for a secret the environment variable that holds it. */
export interface HeaderValue {
  readonly text: string
  readonly variable?: string
}

/** How an answer is read: text is printed, a file is stored, a stream is printed line by line. */
export type Reading = 'nothing' | 'text' | 'file' | 'stream'

/** A request as all code samples make it. */
export interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: HeaderValue])[]
  /** Sent as JSON. */
  readonly body?: unknown
  readonly reading: Reading
  /** Name under which a file is stored. */
  readonly file: string
  /** Whether it works as it is, with test keys. */
  readonly runs: boolean
}

const variables = { session: 'BOLLARD_SESSION', key: 'BOLLARD_SECRET_KEY' } as const

/** The executed example of an operation as a request to `serverUrl`; with test keys where it takes them. */
export function requestOf(operation: Operation, serverUrl: string): SampleRequest {
  const test = testCallOf(operation.id)
  const { params, query, body } = test ?? operation.example
  const { method, example } = operation
  return {
    method,
    url: serverUrl + addressOf(operation.path, params, query),
    headers: [
      ...credentialsOf(operation, serverUrl, test?.key),
      ...(body === undefined ? [] : [['Content-Type', { text: 'application/json' }] as const]),
    ],
    ...(body === undefined ? {} : { body }),
    reading: readingOf(example.status, example.mediaType),
    file: `answer.${extensions[example.mediaType ?? ''] ?? 'bin'}`,
    runs: test !== undefined,
  }
}

/** A path with its parameters filled in, and a query. */
export function addressOf(
  path: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/gu, (hole, name: string) =>
    name in params ? encodeURIComponent(params[name] ?? '') : hole,
  )
  const search = new URLSearchParams(query).toString()
  return search === '' ? filled : `${filled}?${search}`
}

/** Header with the secret key; where people and keys may call, the key, since that is what programs have. */
export function keyHeader({
  credentials,
}: Pick<Operation, 'credentials'>): readonly [name: string, prefix: string] | null {
  switch (credentials) {
    case 'key':
    case 'session-or-key':
      return ['Authorization', 'Bearer ']
    case 'friendly-captcha':
      return ['X-API-Key', '']
    case 'trustcaptcha':
      return ['tc-authorization', '']
    case 'none':
    case 'session':
      return null
    default:
      return credentials satisfies never
  }
}

function credentialsOf(
  operation: Operation,
  serverUrl: string,
  testKey: string | undefined,
): (readonly [string, HeaderValue])[] {
  if (operation.credentials === 'session') {
    const cookie = `${serverUrl.startsWith('https:') ? '__Secure-' : ''}bollard.session_token`
    return [['Cookie', { text: `${cookie}=`, variable: variables.session }]]
  }
  const header = keyHeader(operation)
  if (header === null) return []
  const [name, prefix] = header
  return [[name, testKey === undefined ? { text: prefix, variable: variables.key } : { text: prefix + testKey }]]
}

const extensions: Readonly<Record<string, string>> = {
  'application/zip': 'zip',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'text/csv': 'csv',
  'text/calendar': 'ics',
}

function readingOf(status: number, mediaType: string | undefined): Reading {
  if (status === 204 || mediaType === undefined) return 'nothing'
  if (mediaType === 'text/event-stream') return 'stream'
  return mediaType in extensions ? 'file' : 'text'
}
