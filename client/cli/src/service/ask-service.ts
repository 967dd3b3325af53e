import { exitOfStatus, Fault } from '../fault.ts'
import type { Terminal } from '../terminal.ts'
import { version } from '../version.ts'

export interface ServiceCall {
  readonly method: string
  /** From the host on, with its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams
  /** Repeating the call does no harm, so it is tried again when the service says when. */
  readonly harmless?: boolean
  /** Tells at once that the service asks to wait. */
  readonly impatient?: boolean
  /** For each try; 30 seconds unless given. */
  readonly timeoutMs?: number
}

export interface ServiceAnswer {
  readonly status: number
  readonly headers: Headers
  /** Parsed where it is JSON, text where it isn't, null where there is none. */
  readonly body: unknown
}

const triesMax = 4
/** Of all waits of a call together. */
const waitSecondsMax = 120
const answerBytesMax = 32 * 2 ** 20
const timeoutMsDefault = 30_000

/**
 * Asks the service, waits as long as `Retry-After` says where that is bearable, and gives its answer if it is one of success. Never
 * follows a redirect: what is sent may be a secret. Throws `Fault`: a refusal with the code of its problem, else `unreachable`,
 * `timeout`, `redirected`, `answer-too-large` or `answer-invalid`.
 */
export async function askService(terminal: Terminal, host: string, call: ServiceCall): Promise<ServiceAnswer> {
  const response = await openAnswer(terminal, host, call)
  return { status: response.status, headers: response.headers, body: await readBody(response) }
}

/** The same for an answer that is read piece by piece. */
export async function openAnswer(terminal: Terminal, host: string, call: ServiceCall): Promise<Response> {
  let waited = 0
  for (let tries = 1; ; tries++) {
    const response = await send(terminal, host, call)
    if (response.ok) return response
    const refusal = await refusalOf(response)
    const seconds = retryAfter(response, terminal.now())
    // A call that was refused for its rate did nothing yet; after any other failure it may have.
    const mayRepeat = seconds !== null && (response.status === 429 || (response.status === 503 && call.harmless))
    if (!mayRepeat || call.impatient || tries === triesMax || waited + seconds > waitSecondsMax) throw refusal
    waited += seconds
    terminal.tell(`The service asks to wait ${seconds} s (${refusal.code}).\n`)
    await terminal.sleep(seconds * 1000)
  }
}

async function send(terminal: Terminal, host: string, call: ServiceCall): Promise<Response> {
  const { method, path, headers = {}, body, timeoutMs = timeoutMsDefault } = call
  const signal = AbortSignal.timeout(timeoutMs)
  let response
  try {
    response = await terminal.fetch(`${host}${path}`, {
      method,
      redirect: 'manual',
      signal,
      headers: { accept: 'application/json', 'user-agent': `bollard-cli/${version}`, ...headers },
      ...(body === undefined ? {} : { body }),
    })
  } catch (error) {
    if (signal.aborted) throw new Fault('unavailable', 'timeout', `${host} didn't answer within ${timeoutMs / 1000} s.`)
    throw new Fault('unavailable', 'unreachable', `${host} can't be reached: ${reasonOf(error)}.`)
  }
  if (response.status >= 300 && response.status < 400)
    throw new Fault('unavailable', 'redirected', `${host} redirects, and nothing secret follows a redirect.`, {
      advice: 'Name the address at which the API itself answers.',
    })
  return response
}

/** What a failed connection says, such as `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return cause instanceof Error ? cause.message : error.message
}

/** The whole body, parsed if it says that it is JSON. */
export async function readBody(response: Response): Promise<unknown> {
  const text = await readText(response, answerBytesMax)
  if (text === '') return null
  if (!/^application\/(?:[\w.-]+\+)?json\b/u.test(response.headers.get('content-type') ?? '')) return text
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault('unavailable', 'answer-invalid', 'The answer says that it is JSON, and is none.')
  }
}

/** Text of an answer of at most so many bytes. */
export async function readText(response: Response, bytesMax: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of response.body ?? []) {
      bytes += piece.byteLength
      if (bytes > bytesMax)
        throw new Fault('unavailable', 'answer-too-large', `The answer is larger than ${bytesMax} bytes.`)
      pieces.push(piece)
    }
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('unavailable', 'unreachable', `The answer broke off: ${reasonOf(error)}.`)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/** Seconds that the answer asks to wait; null where it doesn't, or where the time can't be read. */
function retryAfter(response: Response, now: number): number | null {
  const text = response.headers.get('retry-after')
  if (text === null) return null
  if (/^\d{1,6}$/u.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}

async function refusalOf(response: Response): Promise<Fault> {
  const { status } = response
  const body = await readBody(response).catch(() => null)
  const problem = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const { code, detail, requestId, errors } = problem
  if (typeof code !== 'string' || typeof detail !== 'string')
    return new Fault(exitOfStatus(status), 'foreign-answer', `The answer ${status} isn't one of Bollard's API.`, {
      advice: 'Check the address: something else may answer there, such as a proxy.',
    })
  const advice = advices[code]
  return new Fault(exitOfStatus(status), code, detail, {
    fields: Array.isArray(errors) ? errors.flatMap(readField) : [],
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(advice === undefined ? {} : { advice }),
  })
}

function readField(error: unknown): { pointer: string; code: string }[] {
  if (typeof error !== 'object' || error === null) return []
  const { pointer, code } = error as Record<string, unknown>
  return typeof pointer === 'string' && typeof code === 'string' ? [{ pointer, code }] : []
}

const advices: Readonly<Record<string, string>> = {
  unauthenticated: 'Sign in with "bollard login", or put an API key into BOLLARD_API_KEY.',
  'person-required': 'API keys may not call this. Sign in with "bollard login".',
  'secret-key-invalid': 'Check the key in BOLLARD_API_KEY.',
  'scope-missing': 'The API key needs the scope that "bollard help <command>" names.',
  'step-up-required': 'Run "bollard prove", then repeat the command within ten minutes.',
  'second-factor-needed': 'Set up a second factor in your account, and sign in with it.',
  'version-conflict': 'Read it again, and repeat the change with the new version.',
}
