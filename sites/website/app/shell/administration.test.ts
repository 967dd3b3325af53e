import { createServer } from 'node:http'
import { createLoadContext } from '@bollard/site-kit/entry-server'
import { expect, onTestFinished, test } from 'vitest'
import { loader } from './administration.ts'

const session = 'bollard.session_token=s'

/** Where the footer leads somebody who sends these cookies, and whether the API was asked. */
async function askAs(cookie: string | null, user: { isAdmin: boolean } | null) {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.statusCode = user === null ? 401 : 200
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(user ?? { status: 401, code: 'unauthenticated', requestId: 'r-1', title: '', detail: '' }),
    )
  })
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const origin = (port: number) => `http://localhost:${port}`
  const site = {
    name: 'website' as const,
    urls: {
      website: origin(8080),
      identity: origin(8081),
      dashboard: origin(8082),
      docs: origin(8083),
      admin: origin(8084),
      status: origin(8085),
      api: origin(8090),
    },
    apiInternalUrl: `http://127.0.0.1:${address.port}`,
    internalSecret: '',
    secure: false,
  }
  const request = new Request(`${site.urls.website}/de/administration`, cookie === null ? {} : { headers: { cookie } })
  const context = createLoadContext({ site, requestId: 'r-1', clientIp: '203.0.113.7' })
  const answer = await loader({ request, context, params: { language: 'de' } } as never)
  return { ...((await answer.json()) as { url: string | null }), asked, cache: answer.headers.get('cache-control') }
}

test('the footer leads administrators alone to the admin site, and visitors cost no call', async () => {
  const cache = 'private, max-age=300'
  const url = 'http://localhost:8084/de/overview'
  expect(await askAs(session, { isAdmin: true })).toEqual({ url, asked: 1, cache })
  expect(await askAs(session, { isAdmin: false })).toEqual({ url: null, asked: 1, cache })
  expect(await askAs(session, null)).toEqual({ url: null, asked: 1, cache })
  expect(await askAs('cookie_consent=accepted', { isAdmin: true })).toEqual({ url: null, asked: 0, cache })
  expect(await askAs(null, { isAdmin: true })).toEqual({ url: null, asked: 0, cache })
})
