import Fastify from 'fastify'
import { createStaticHandler } from 'react-router'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { protect as protectFastify } from './fastify.ts'
import { protect as protectRoutes } from './react-router.ts'
import { protect as protectRequests } from './request.ts'
import { playVisits, type StartApplication } from './testing/play-visits.ts'
import { peerHeader, serveRequests } from './testing/serve-requests.ts'

const isFile = (path: string) => path.startsWith('/files/')
const skip = (request: Request) => isFile(new URL(request.url).pathname)
const run = ({ request }: { request: Request }) => answer(request)
const peer = (request: Request) => request.headers.get(peerHeader)

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/broken') throw new Error('broken')
  return pathname === '/failing' ? new Response('failing', { status: 422 }) : new Response('hello')
}

const applications: Readonly<Record<string, StartApplication>> = {
  async Fastify(protection) {
    const app = Fastify()
    protectFastify(app, protection, { skip: ({ raw }) => isFile(raw.url ?? '') })
    app.get('/page', () => 'hello')
    app.get('/files/*', () => 'file')
    app.post('/failing', (_request, reply) => reply.code(422).send('failing'))
    app.get('/broken', () => {
      throw new Error('broken')
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() }
  },
  'Request and Response': (protection) => {
    return serveRequests(protectRequests(protection, { peer, skip }, answer))
  },
  'React Router': (protection) => {
    const middleware = protectRoutes<{ request: Request }>(protection, {
      peer: ({ request }) => peer(request),
      skip: ({ request }) => skip(request),
    })
    const handler = createStaticHandler([{ path: '*', middleware: [middleware as never], loader: run, action: run }])
    return serveRequests(
      (request) =>
        handler.queryRoute(request, {
          generateMiddlewareResponse: async (query) => query(request) as Promise<Response>,
        }) as Promise<Response>,
    )
  },
}

test.each(Object.keys(applications))('%s does with a visitor what was decided', async (name) => {
  const start = applications[name]
  if (start === undefined) throw new Error(name)
  expect(await playVisits(start)).toBe(14)
})
