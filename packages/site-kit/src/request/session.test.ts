import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { RouterContextProvider } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { localSite } from '../site/site.ts'
import { apiOf } from './api.ts'
import { load } from './load.ts'
import { rememberFacts, scopeOf } from './request-scope.ts'
import { findUser, requireUser } from './session.ts'

const user = {
  id: 'u1',
  email: 'anna@example.org',
  givenName: 'Anna',
  isAdmin: false,
  emailVerified: true,
  language: 'en',
}

async function visit(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const calls: IncomingMessage[] = []
  const server = createServer((request, response) => {
    calls.push(request)
    response.setHeader('content-type', 'application/json')
    handle(request, response)
  })
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { ...visitor(`http://127.0.0.1:${address.port}`), calls }
}

function visitor(apiInternalUrl: string) {
  const context = new RouterContextProvider()
  rememberFacts(context, {
    site: { ...localSite('dashboard'), apiInternalUrl, internalSecret: 'secret' },
    requestId: 'request-1',
    clientIp: '203.0.113.7',
  })
  const request = new Request('http://localhost:8082/de/solutions/1?period=7d', {
    headers: { cookie: 'session=s', 'user-agent': 'test' },
  })
  return { context, request }
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.statusCode = status
  response.end(JSON.stringify({ type: 'about:blank', title: code, status, detail: code, code, requestId: 'api-1' }))
}

async function thrown(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

test('the API hears of the visitor: cookies, address with the secret, and browser', async () => {
  const { context, request, calls } = await visit((_request, response) => void response.end(JSON.stringify(user)))
  await apiOf(context, request).getCurrentSession()
  expect(calls[0]?.headers).toMatchObject({
    cookie: 'session=s',
    'user-agent': 'test',
    'x-bollard-client-ip': '203.0.113.7',
    'x-bollard-internal': 'secret',
  })
})

test('cookies of the API reach the visitor', async () => {
  const { context, request } = await visit(
    (_request, response) => void response.setHeader('set-cookie', ['session=new; HttpOnly']).end(JSON.stringify(user)),
  )
  await apiOf(context, request).getCurrentSession()
  expect(scopeOf(context, request).setCookies).toEqual(['session=new; HttpOnly'])
})

test('who is signed in is asked once per request', async () => {
  const { context, request, calls } = await visit((_request, response) => void response.end(JSON.stringify(user)))
  expect(await Promise.all([findUser(context, request), requireUser(context, request)])).toEqual([user, user])
  expect(calls).toHaveLength(1)
})

test('nobody signed in: to the identity site, and back to this page', async () => {
  const { context, request } = await visit((_request, response) => refuse(response, 401, 'unauthenticated'))
  const answer = await thrown(requireUser(context, request))
  if (!(answer instanceof Response)) throw new Error('no redirect')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe(
    'http://localhost:8081/de/sign-in?returnTo=http%3A%2F%2Flocalhost%3A8082%2Fde%2Fsolutions%2F1%3Fperiod%3D7d',
  )
})

test('without cookies the API is not even asked', async () => {
  const { context } = visitor('http://127.0.0.1:9')
  expect(await findUser(context, new Request('http://localhost:8082/de'))).toBeNull()
})

test.for([
  [404, 'not-found'],
  [403, 'role-too-low'],
] as const)('a loader refused with %d shows the page for it', async ([status, code]) => {
  const { context, request } = await visit((_request, response) => refuse(response, status, code))
  expect(await thrown(load(context, request, apiOf(context, request).getCurrentSession()))).toMatchObject({
    init: { status },
    data: { code, requestId: 'api-1' },
  })
})

test('an API that does not answer reads as unavailable, with the id of this request', async () => {
  const { context, request } = visitor('http://127.0.0.1:9')
  expect(await thrown(load(context, request, apiOf(context, request).getCurrentSession()))).toMatchObject({
    init: { status: 503 },
    data: { code: 'unavailable', requestId: 'request-1' },
  })
})
