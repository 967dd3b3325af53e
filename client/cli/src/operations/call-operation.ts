import { randomUUID } from 'node:crypto'
import { Fault } from '../fault.ts'
import { askService, openAnswer, type ServiceCall } from '../service/ask-service.ts'
import { readSession, sessionHeaders } from '../service/session-file.ts'
import type { Terminal } from '../terminal.ts'
import type { Operation } from './operations.ts'
import type { OperationInput } from './read-input.ts'

/** Pages that `--all` follows. */
const pagesMax = 10_000

/** Makes one call with the API key of the environment or in the name of the person who is signed in, and gives its body. */
export async function callOperation(
  terminal: Terminal,
  host: string,
  operation: Operation,
  input: OperationInput,
  idempotencyKey?: string,
): Promise<unknown> {
  const call = await prepareCall(terminal, host, operation, input, idempotencyKey)
  return (await askService(terminal, host, call)).body
}

/** The same for a file or a stream of events. */
export async function openOperation(
  terminal: Terminal,
  host: string,
  operation: Operation,
  input: OperationInput,
): Promise<Response> {
  const call = await prepareCall(terminal, host, operation, input)
  // A stream has no end, and a large file takes its time.
  return openAnswer(terminal, host, { ...call, timeoutMs: 24 * 3_600_000 })
}

/** All pages of a list, from the given one on. Throws `cursor-repeated` for a service that would lead in circles. */
export async function* callAllPages(
  terminal: Terminal,
  host: string,
  operation: Operation,
  input: OperationInput,
): AsyncGenerator<readonly unknown[]> {
  const seen = new Set<string>()
  let { query } = input
  for (let page = 0; page < pagesMax; page++) {
    const { items, nextCursor } = readPage(await callOperation(terminal, host, operation, { ...input, query }))
    yield items
    if (nextCursor === null) return
    if (seen.has(nextCursor))
      throw new Fault('unavailable', 'cursor-repeated', 'The service repeats a page of the list.')
    seen.add(nextCursor)
    query = { ...query, cursor: nextCursor }
  }
}

export function readPage(body: unknown): { items: readonly unknown[]; nextCursor: string | null } {
  const { items, nextCursor = null } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >
  if (!Array.isArray(items) || (nextCursor !== null && typeof nextCursor !== 'string'))
    throw new Fault('unavailable', 'answer-invalid', 'The answer is no page of a list.')
  return { items, nextCursor }
}

async function prepareCall(
  terminal: Terminal,
  host: string,
  operation: Operation,
  { params, query, body }: OperationInput,
  idempotencyKey?: string,
): Promise<ServiceCall> {
  const path = operation.path.replaceAll(/\{(\w+)\}/gu, (_place, name: string) => pathPart(name, params[name]))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  ).toString()
  const key = operation.repeatable ? (idempotencyKey ?? randomUUID()) : idempotencyKey
  return {
    method: operation.method,
    path: search === '' ? path : `${path}?${search}`,
    harmless: operation.method === 'GET' || operation.readOnly === true || operation.repeatable === true,
    headers: {
      ...(await credentials(terminal, host, operation)),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

/** The API key where it may make the call, else the person's session. */
async function credentials(terminal: Terminal, host: string, operation: Operation): Promise<Record<string, string>> {
  const key = terminal.env['BOLLARD_API_KEY']?.trim() ?? ''
  const takesKey = operation.scope !== undefined || operation.audience === 'secret-key'
  if (key !== '' && takesKey) return { authorization: `Bearer ${asciiOnly(key)}` }
  if (operation.audience === 'secret-key')
    throw new Fault('credentials', 'api-key-missing', 'This call needs an API key.', {
      advice: 'Put it into BOLLARD_API_KEY.',
    })
  const session = await readSession(terminal, host)
  if (session !== null) return sessionHeaders(session)
  if (key !== '')
    throw new Fault('credentials', 'person-required', 'API keys may not make this call.', {
      advice: 'Sign in with "bollard login".',
    })
  throw new Fault('credentials', 'signed-out', `Nobody is signed in at ${host}.`, {
    advice: takesKey ? 'Run "bollard login", or put an API key into BOLLARD_API_KEY.' : 'Run "bollard login".',
  })
}

function asciiOnly(key: string): string {
  if (/^[\x21-\x7e]+$/u.test(key)) return key
  throw new Fault('credentials', 'api-key-invalid', 'BOLLARD_API_KEY holds characters that no key has.')
}

/** Dots would climb up the path, even encoded ones. */
function pathPart(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (text === '' || text === '.' || text === '..')
    throw new Fault('usage', 'parameter-invalid', `${name} can't be part of an address.`, {
      fields: [{ pointer: `/${name}`, code: 'parameter-invalid' }],
    })
  return encodeURIComponent(text)
}
