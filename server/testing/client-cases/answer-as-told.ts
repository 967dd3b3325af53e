import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CaseAnswer } from './case-table.ts'

export interface Told {
  readonly given: CaseAnswer
  /** What the client sent. */
  readonly text: string
  /** Where the service has what was asked for. */
  readonly service: string
  /** Where a redirect leads: nothing of a client's configuration points there. */
  readonly trap: string
}

/** Answers a client with what the service says, or with a fault. */
export async function answerAsTold(
  request: IncomingMessage,
  response: ServerResponse,
  { given, text, service, trap }: Told,
): Promise<void> {
  if (typeof given !== 'string') return fault(given, response, trap)
  const asked = await fetch(service, {
    method: request.method ?? 'GET',
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    ...(text === '' ? {} : { body: text }),
  })
  const answered = await asked.text()
  if (given === 'service, then close') return void response.destroy()
  response.writeHead(asked.status, { 'content-type': asked.headers.get('content-type') ?? '' }).end(answered)
}

async function fault(
  { status, headers, body = '', bytes, delayMs, trickleMs, location }: Exclude<CaseAnswer, string>,
  response: ServerResponse,
  trap: string,
): Promise<void> {
  if (delayMs !== undefined) await sleep(delayMs)
  if (response.destroyed) return
  response.writeHead(status, {
    'content-type': 'application/json',
    ...headers,
    ...(location === undefined ? {} : { location: `${trap}/captcha/v1/siteverify` }),
  })
  if (trickleMs !== undefined)
    for (const until = Date.now() + trickleMs; Date.now() < until && !response.destroyed; await sleep(50))
      response.write(' ')
  response.end(bytes === undefined ? body : `{"success":true,"padding":"${'x'.repeat(bytes)}"}`)
}

/** What a client sent, as fields. */
export function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return Object.fromEntries(new URLSearchParams(text))
  }
}
