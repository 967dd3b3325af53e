import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { startCluster } from '../../../services/captcha/src/testing/start-service.ts'
import { answerAsTold, readBody } from './answer-as-told.ts'
import type { CaseToken } from './case-table.ts'
import type { FrameworkCase } from './framework-table.ts'
import { addressOf, close, listen } from './loopback.ts'
import { makeTokens } from './make-tokens.ts'

export interface FrameworkServer {
  /** What an application sets as address of Bollard, and as secret key. */
  readonly host: string
  readonly secretKey: string
  /** Sends what a case says to an application, and says what differs from what it expects; null when all is well. */
  readonly run: (one: FrameworkCase, application: string, as?: 'example') => Promise<object | null>
  /** A token with the action signup. */
  readonly token: (kind: 'fresh' | 'used') => Promise<string>
  readonly stop: () => Promise<void>
}

/** The name that a visitor gives, of letters that a wrong encoding changes. */
const visitorName = 'Zoë & Ωmega'

/**
 * Plays the visitors of `client/framework-cases.json`, one after another, with tokens of a real captcha service. Whatever comes to Bollard
 * meanwhile belongs to the visitor of the moment.
 */
export async function serveFrameworks(): Promise<FrameworkServer> {
  const cluster = await startCluster()
  const it = await cluster.startService()
  await it.app.listen({ host: '127.0.0.1', port: 0 })
  const service = addressOf(it.app.server)
  const tokens = await makeTokens(it)
  let bodies: unknown[] = []
  let elsewhere = 0
  let answers: FrameworkCase['answers'] = ['service']
  const trap = createServer((_request, response) => {
    elsewhere += 1
    response.end('{"success":true}')
  })
  const proxy = createServer(async (request, response) => {
    try {
      const text = (await buffer(request)).toString()
      const given = answers[Math.min(bodies.length, answers.length - 1)] ?? 'service'
      bodies = [...bodies, readBody(text)]
      await answerAsTold(request, response, {
        given,
        text,
        service: service + (request.url ?? ''),
        trap: addressOf(trap),
      })
    } catch (error) {
      response.destroy(error instanceof Error ? error : undefined)
    }
  })
  await Promise.all([trap, proxy].map(listen))

  async function run(one: FrameworkCase, application: string, as?: 'example'): Promise<object | null> {
    bodies = []
    elsewhere = 0
    answers = one.answers
    const token = await tokenOf(one.request.token)
    const to = one.request.to.replace('{token}', encodeURIComponent(token ?? ''))
    const response = await fetch(application + to, { method: 'POST', redirect: 'manual', ...messageOf(one, token) })
    const text = await response.text()
    const {
      status,
      code,
      contentType,
      text: expectedText,
      name,
      verdict,
      requests,
      sent,
      elsewhere: expected,
    } = one.expect
    const faults: Record<string, unknown> = {}
    const expectEqual = (what: string, expectedValue: unknown, got: unknown) => {
      if (expectedValue !== undefined && JSON.stringify(expectedValue) !== JSON.stringify(got))
        faults[what] = { expected: expectedValue, got }
    }
    if (!status.includes(response.status)) faults['status'] = { expected: status, got: response.status }
    expectEqual('requests', requests, bodies.length)
    expectEqual('elsewhere', expected, elsewhere)
    if (as === undefined) {
      const answer = z.record(z.string(), z.unknown()).catch({}).parse(readBody(text))
      const got = z.record(z.string(), z.unknown()).catch({}).parse(answer['verdict'])
      const first = z.record(z.string(), z.unknown()).catch({}).parse(bodies[0])
      expectEqual('code', code, answer['code'])
      expectEqual('contentType', contentType, response.headers.get('content-type')?.split(';')[0])
      expectEqual('text', expectedText, text)
      expectEqual('name', name, answer['name'])
      for (const [key, value] of Object.entries(verdict ?? {})) expectEqual(`verdict.${key}`, value, got[key])
      for (const [key, value] of Object.entries(sent ?? {})) expectEqual(`sent.${key}`, value, first[key] ?? null)
    }
    // Codes and scores would tell a bot what to do better.
    if (response.status === 403 && /token-|score|reason|timeout-or-duplicate/u.test(text)) faults['told'] = text
    return Object.keys(faults).length === 0 ? null : { ...faults, answered: text.slice(0, 2_000) }
  }

  const tokenOf = async (kind: CaseToken | undefined) =>
    kind === undefined ? null : tokens.make(kind, addressOf(trap))

  return {
    host: addressOf(proxy),
    secretKey: tokens.site.secretKey,
    run,
    token: async (kind) => (await tokenOf(kind)) ?? '',
    async stop() {
      proxy.closeAllConnections()
      await Promise.all([trap, proxy].map(close))
      await cluster.stop()
    },
  }
}

interface Message {
  readonly headers: Record<string, string>
  readonly body: string | FormData | URLSearchParams
}

/** The request of a visitor. */
function messageOf({ request }: FrameworkCase, token: string | null): Message {
  const { as, body, padding, headers } = request
  const fields: Record<string, string> = { name: visitorName }
  const isInBody = as !== 'header' && !request.to.includes('{token}')
  if (token !== null && isInBody) fields['bollard-response'] = token
  if (padding !== undefined) fields['padding'] = 'x'.repeat(padding)
  const plain = { accept: 'application/json', ...headers }
  if (as === 'form') return { headers: plain, body: new URLSearchParams(body ?? fields) }
  if (as === 'multipart') {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('picture', new Blob(['not a picture'], { type: 'image/png' }), 'picture.png')
    return { headers: plain, body: form }
  }
  const type = as === 'text' ? 'text/plain' : 'application/json'
  const inHeader: Record<string, string> = as === 'header' && token !== null ? { 'bollard-response': token } : {}
  const text = as === 'text' ? new URLSearchParams(fields).toString() : JSON.stringify(fields)
  return { headers: { ...plain, 'content-type': type, ...inHeader }, body: body ?? text }
}
