import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { databaseStatements, openDatabase } from '@bollard/database'
import { createRequestId } from '@bollard/http'
import { startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { startTracing } from './tracing.ts'

const postgres = await startTestDatabase()
const db = openDatabase({ connectionString: await postgres.createDatabase(), max: 1 })
afterAll(async () => {
  await db.close()
  await postgres.stop()
})
const secret = 'known-to-our-own-sites-alone'

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
}

/** A collector that takes OTLP over HTTP as JSON. */
async function startCollector() {
  const bodies: unknown[] = []
  const server = createServer(async (request, response) => {
    bodies.push({ url: request.url, body: await json(request) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const spansOf = ({ body }: { body: { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] } }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  return {
    endpoint: `http://127.0.0.1:${port}`,
    text: () => JSON.stringify(bodies),
    spans: () => bodies.flatMap((one) => spansOf(Object(one))),
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  }
}

test('without a collector nothing is loaded, and nobody listens to statements', async () => {
  const config = { OTEL_EXPORTER_OTLP_ENDPOINT: undefined, OTEL_TRACES_SAMPLER_ARG: 1, TRUSTED_PROXIES: [] }
  expect(await startTracing(config, 'api', secret)).toBeNull()
  expect(databaseStatements.hasSubscribers).toBe(false)
})

test('a request, its statements and a job are traced to the collector, with nothing of what they said', async () => {
  const collector = await startCollector()
  const config = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER_ARG: 1,
    TRUSTED_PROXIES: [],
  }
  const tracing = await startTracing(config, 'api', secret)
  const app = Fastify({ genReqId: createRequestId({ internalSecret: secret, trustedProxies: [] }) })
  tracing?.watch(app)
  const seen: (string | undefined)[] = []
  app.post('/people/:id', async () => {
    seen.push(tracing?.traceparent())
    return db.query('test-traced', 'select $1::text as said', ['ada@example.org'])
  })
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const call = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/people/ada',
      headers: { traceparent, ...headers },
      payload: { secret: 'swordfish' },
    })
  await call({ 'x-bollard-internal': secret, 'x-request-id': 'of-the-site-1' })
  await call({ 'x-bollard-internal': 'guessed', 'x-request-id': 'of-a-stranger' })
  await tracing?.job('sweep', async () => void (await db.query('test-swept', 'select 1')))()
  await app.close()
  await tracing?.close()
  await collector.close()
  expect(databaseStatements.hasSubscribers).toBe(false)

  const spans = collector.spans()
  const [own, foreign] = spans.filter(({ name }) => name === 'POST /people/:id')
  expect(own).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' })
  // What a stranger says is no trace of ours.
  expect(foreign?.traceId).not.toBe(own?.traceId)
  expect(seen[0]).toBe(`00-${own?.traceId}-${own?.spanId}-01`)
  const statements = spans.filter(({ name }) => name === 'sql test-traced')
  expect(statements.map(({ parentSpanId }) => parentSpanId)).toEqual([own?.spanId, foreign?.spanId])
  const job = spans.find(({ name }) => name === 'job sweep')
  expect(spans.find(({ name }) => name === 'sql test-swept')).toMatchObject({ parentSpanId: job?.spanId })
  expect(collector.text()).toContain('of-the-site-1')
  expect(collector.text()).toContain('/v1/traces')
  for (const told of ['ada@example.org', 'swordfish', 'of-a-stranger', secret])
    expect(collector.text()).not.toContain(told)
})
