import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startCluster } from '../../../services/captcha/src/testing/start-service.ts'
import { answerAsTold, readBody } from './answer-as-told.ts'
import { caseTable, type ClientCase } from './case-table.ts'
import { addressOf, close, closedPort, listen } from './loopback.ts'
import { makeTokens } from './make-tokens.ts'

/** One case as a client's program gets it. */
export interface PreparedCase {
  readonly id: string
  readonly options: {
    readonly secretKey: string
    readonly host: string
    readonly siteKey?: string
    readonly failPolicy?: string
    readonly timeoutMs?: number
  }
  readonly token: string | null
  readonly call: { readonly remoteIp?: string; readonly action?: string; readonly hostnames?: readonly string[] }
}

/** What arrived while a case ran. */
export interface Arrivals {
  readonly bodies: readonly unknown[]
  readonly elsewhere: number
}

export interface CaseServer {
  /** `GET` of it answers `{ cases, configurations }`, each case with tokens of its own. */
  readonly address: string
  readonly arrivals: (id: string) => Arrivals
  readonly stop: () => Promise<void>
}

/**
 * Serves the cases of `client/cases.json` to clients in any language: a real captcha service on a real PostgreSQL, and in front of
 * it a proxy that answers with faults where a case wants them. Every case has an address, so that it is known what arrived.
 */
export async function serveCases(): Promise<CaseServer> {
  const cluster = await startCluster()
  const it = await cluster.startService()
  await it.app.listen({ host: '127.0.0.1', port: 0 })
  const service = addressOf(it.app.server)
  const tokens = await makeTokens(it)
  const bodies = new Map<string, unknown[]>()
  const elsewhere = new Map<string, number>()
  const byId = new Map(caseTable.cases.map((one) => [one.id, one]))

  const trap = createServer((request, response) => {
    const id = request.url?.split('/')[1] ?? ''
    elsewhere.set(id, (elsewhere.get(id) ?? 0) + 1)
    response.end('{"success":true}')
  })
  const closed = await closedPort()
  const proxy = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await Promise.all([trap, proxy].map(listen))
  const address = addressOf(proxy)

  async function prepare(one: ClientCase): Promise<PreparedCase> {
    const { client = {}, call = {} } = one
    const { siteKey, secretKey, ...rest } = client
    const host = one.answers?.[0] === 'nobody' ? closed : `${address}/${one.id}`
    return {
      id: one.id,
      token: await tokens.make(one.token, `${addressOf(trap)}/${one.id}`),
      call,
      options: {
        secretKey: secretKey === undefined ? tokens.site.secretKey : `bsec_${'0'.repeat(43)}`,
        host,
        ...(siteKey === undefined ? {} : { siteKey: (siteKey === 'own' ? tokens.site : tokens.other).siteKey }),
        ...rest,
      },
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/') {
      bodies.clear()
      elsewhere.clear()
      // One after another: the service watches how many tokens a network wants at a time.
      const cases: PreparedCase[] = []
      for (const one of caseTable.cases) cases.push(await prepare(one))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ cases, configurations: caseTable.configurations }))
      return
    }
    const [, id = '', ...path] = request.url?.split('/') ?? []
    const one = byId.get(id)
    const text = (await buffer(request)).toString()
    if (one === undefined) return void response.writeHead(404).end()
    const seen = bodies.get(id) ?? []
    bodies.set(id, [...seen, request.method === 'POST' ? readBody(text) : request.method])
    const { answers = ['service'] } = one
    const given = answers[Math.min(seen.length, answers.length - 1)] ?? 'service'
    return answerAsTold(request, response, {
      given,
      text,
      service: `${service}/${path.join('/')}`,
      trap: `${addressOf(trap)}/${id}`,
    })
  }

  return {
    address,
    arrivals: (id) => ({ bodies: bodies.get(id) ?? [], elsewhere: elsewhere.get(id) ?? 0 }),
    async stop() {
      proxy.closeAllConnections()
      await Promise.all([trap, proxy].map(close))
      await cluster.stop()
    },
  }
}
