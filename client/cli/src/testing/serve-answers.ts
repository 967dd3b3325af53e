import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface AnswerServer {
  readonly url: string
  /** Everything that was asked so far. */
  readonly asked: Asked[]
  stop(): Promise<void>
}

type Answering = (response: ServerResponse, asked: Asked, count: number) => void

/** A server of this machine that answers as a test says: a service with faults, or the page of a customer. */
export async function serveAnswers(answer: Answering): Promise<AnswerServer> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString()
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    asked.push(one)
    answer(response, one, asked.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers with JSON, a problem of the API where the status is none of success. */
export function json(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body))
}

export function problem(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  json(
    response,
    status,
    { type: 'about:blank', title: code, status, code, detail: `About ${code}.`, requestId: 'r1' },
    headers,
  )
}
