import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { RouterContextProvider } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { localSite } from '../site/site.ts'
import { rememberFacts } from './request-scope.ts'
import { saveTheme } from './save-theme.ts'

const profile = {
  id: 'u1',
  email: 'anna@example.org',
  givenName: 'Anna',
  isAdmin: false,
  emailVerified: true,
  language: 'de',
  timezone: 'Europe/Berlin',
  theme: 'light',
  createdAt: '2026-01-01T00:00:00.000Z',
  deletionAt: null,
  emailChangeTo: null,
}

/** An identity service whose profile somebody else saves `rivals` times, each between a reading and a writing. */
async function choose(theme: string, { rivals = 0, signedIn = true } = {}) {
  let [version, left] = [4, rivals]
  const written: unknown[] = []
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    const refuse = (status: number, code: string) => {
      response.statusCode = status
      response.end(JSON.stringify({ type: 'about:blank', title: code, status, detail: code, code, requestId: 'api-1' }))
    }
    if (!signedIn) return refuse(401, 'unauthenticated')
    if (request.method === 'GET') return void response.end(JSON.stringify({ ...profile, version }))
    const body = JSON.parse(await text(request)) as { version: number }
    if (left > 0) [version, left] = [version + 1, left - 1]
    if (body.version !== version) return refuse(409, 'version-conflict')
    written.push(body)
    response.end(JSON.stringify({ ...profile, ...body }))
  })
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const context = new RouterContextProvider()
  rememberFacts(context, {
    site: { ...localSite('dashboard'), apiInternalUrl: `http://127.0.0.1:${address.port}` },
    requestId: 'r',
    clientIp: '127.0.0.1',
  })
  const request = new Request('http://localhost:8082/de/theme', {
    method: 'POST',
    body: new URLSearchParams({ theme }),
    headers: { cookie: 'session=s' },
  })
  const answer = await saveTheme({ request, context })
  return { status: answer.status, written }
}

test('the chosen theme goes into the profile and nothing else of it changes, also when somebody saves it at the same moment', async () => {
  const change = { givenName: 'Anna', language: 'de', timezone: 'Europe/Berlin', theme: 'dark' }
  expect(await choose('dark')).toEqual({ status: 204, written: [{ ...change, version: 4 }] })
  expect(await choose('dark', { rivals: 1 })).toEqual({ status: 204, written: [{ ...change, version: 5 }] })
  expect(await choose('dark', { rivals: 2 })).toEqual({ status: 409, written: [] })
})

test('nobody without a session changes one, and what is no theme is refused', async () => {
  expect(await choose('dark', { signedIn: false })).toEqual({ status: 401, written: [] })
  await expect(choose('pink')).rejects.toMatchObject({ init: { status: 422 } })
})
