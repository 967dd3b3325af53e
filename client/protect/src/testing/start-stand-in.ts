import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What of bodies tests look at. */
interface ToldBody {
  readonly request: Readonly<Record<string, unknown>>
  readonly captchaToken?: string
  readonly ending?: string
  readonly status?: number
}

/** A request to the service, with its body as JSON. */
export interface Told {
  readonly method: string
  readonly path: string
  readonly authorization: string
  readonly body: ToldBody
}

export interface StandIn {
  readonly host: string
  readonly told: Told[]
  /** What the next decisions are; the last one stays. */
  answer: (decision: object) => void
  /** Answers in place of the usual: a whole answer of HTTP. */
  instead: ((request: IncomingMessage, response: ServerResponse) => void) | null
  policy: object
  stop: () => Promise<void>
}

export const allowed = {
  id: '019ac562-9200-7000-8000-000000000001',
  conclusion: 'ALLOW',
  reasons: [],
  parts: [],
  challenge: null,
  retryAfterMs: null,
  headers: { RateLimit: '"api";r=4;t=60', 'Bollard-Decision': '019ac562-9200-7000-8000-000000000001' },
  failedOpen: false,
  control: false,
  tookMs: 1,
}

/** Speaks as the service does, and keeps what it was told. */
export async function startStandIn(): Promise<StandIn> {
  let decision: object = allowed
  const told: Told[] = []
  const server = createServer(async (request, response) => {
    const body = (await Array.fromAsync(request)).join('')
    const { method = '', url: path = '', headers } = request
    if (standIn.instead !== null) return standIn.instead(request, response)
    told.push({ method, path, authorization: headers.authorization ?? '', body: body === '' ? null : JSON.parse(body) })
    if (path.endsWith('/ending')) return void response.writeHead(204).end()
    const answer = path.endsWith('/policy') ? standIn.policy : path.endsWith('/validations') ? validation : decision
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: StandIn = {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    answer: (next) => (decision = next),
    instead: null,
    policy: { limiters: [], websiteUrl: 'https://www.example.org' },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}

const validation = {
  decisionId: allowed.id,
  conclusion: 'REVIEW',
  found: 'REVIEW',
  outcome: 'FLAG',
  weight: 50,
  fields: [
    {
      name: 'email',
      outcome: 'FLAG',
      findings: [{ code: 'email-disposable', outcome: 'FLAG', weight: 50, detail: {}, sentence: '' }],
      suggestion: 'ada@gmail.com',
      message: 'Did you mean ada@gmail.com?',
    },
  ],
  reviewId: '019ac562-9200-7000-8000-000000000002',
  failedOpen: false,
  tookMs: 3,
}
