import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { type ActionFunctionArgs, createStaticHandler } from 'react-router'
import { protect, type Visit } from '../src/react-router.ts'
import { answerOf, bollardOfEnvironment, expectations, port } from './forms.ts'

const bollard = bollardOfEnvironment()
const answer = ({ form, json, verdict }: ActionFunctionArgs & Visit) => Response.json(answerOf(json ?? form, verdict))
const handler = createStaticHandler([
  ...Object.entries(expectations).map(([path, expected]) => ({ path, action: protect(bollard, expected, answer) })),
  {
    path: '/with-address',
    action: protect(bollard, { remoteIp: (request) => request.headers.get('x-address-of-server') }, answer),
  },
  {
    path: '/own-answer',
    action: protect(bollard, { onRefused: ({ code }) => new Response(`own answer: ${code}`, { status: 422 }) }, answer),
  },
])

// React Router runs its routes; this is what its adapter for Node does besides.
createServer(async (request, response) => {
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  headers.set('x-address-of-server', request.socket.remoteAddress ?? '')
  const { method = 'GET' } = request
  const body = method === 'POST' ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' } : {}
  const asked = new Request(`http://127.0.0.1:${port}${request.url}`, { method, headers, ...body } as RequestInit)
  const answered = await handler.queryRoute(asked).catch((error: unknown) => error)
  if (!(answered instanceof Response)) return void response.writeHead(404).end()
  response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text())
}).listen(port, '127.0.0.1')
