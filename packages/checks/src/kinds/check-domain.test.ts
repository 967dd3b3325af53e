import { expect, test } from 'vitest'
import { check, open, serveHttp } from '../testing/start-servers.ts'
import { registryOf } from './check-domain.ts'

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

/** A registry that answers with a status and a body, and what it was asked. */
async function registry(body: unknown, status = 200) {
  const asked: unknown[] = []
  const url = await serveHttp((request, response) => {
    asked.push(request.url, request.headers.accept)
    response
      .writeHead(status, { 'content-type': 'application/rdap+json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return {
    asked,
    options: { ...open, registryOf: (topLevel: string) => (topLevel === 'test' ? null : `${url}/rdap/`) },
  }
}

const expiring = (date: string, status: readonly string[] = ['active']) => ({
  events: [
    { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
    { eventAction: 'registrar expiration', eventDate: '2001-01-01T00:00:00Z' },
    { eventAction: 'expiration', eventDate: date },
  ],
  status,
})

test.for<[string, unknown, number, object]>([
  ['that ends in a year', expiring(inDays(365)), 200, { verdict: 'UP', fault: null }],
  [
    'that ends soon',
    expiring(inDays(7)),
    200,
    { verdict: 'DEGRADED', fault: 'domain-expires-soon', detail: '6 days left' },
  ],
  ['that has ended', expiring(inDays(-2)), 200, { verdict: 'DOWN', fault: 'domain-expired' }],
  ['that is held back', expiring(inDays(99), ['Client Hold']), 200, { verdict: 'DOWN', fault: 'domain-on-hold' }],
  [
    'that is being deleted',
    expiring(inDays(-40), ['redemption period', 'pending delete']),
    200,
    { fault: 'domain-on-hold', detail: 'redemption period, pending delete' },
  ],
  [
    'whose end the registry keeps to itself',
    { events: [], status: ['active'] },
    200,
    { verdict: 'UNKNOWN', fault: 'registry-silent' },
  ],
  ['with an end that is no date', expiring('soon'), 200, { verdict: 'UNKNOWN', fault: 'registry-silent' }],
  ['that is not registered', { errorCode: 404 }, 404, { verdict: 'DOWN', fault: 'domain-not-found' }],
  ['of a registry that is asked too often', '', 429, { verdict: 'UNKNOWN', fault: 'registry-failed' }],
  ['of a registry that is ill', '', 503, { verdict: 'UNKNOWN', fault: 'registry-failed' }],
  ['of a registry that sends a page', '<html>', 200, { verdict: 'UNKNOWN', fault: 'registry-failed' }],
  ['of a registry that sends nonsense', 'null', 200, { verdict: 'UNKNOWN', fault: 'registry-silent' }],
  [
    'of a registry that sends other shapes',
    { events: [null, 1], status: 'x' },
    200,
    { verdict: 'UNKNOWN', fault: 'registry-silent' },
  ],
])('a domain %s', async ([, body, status, result]) => {
  const { options } = await registry(body, status)
  expect(await check('DOMAIN', {}, { options })).toMatchObject(result)
})

test('the registry is asked for the domain that a host belongs to', async () => {
  const { options, asked } = await registry(expiring(inDays(365)))
  expect(await check('DOMAIN', { name: 'www.shop.Example.co.uk' }, { options })).toMatchObject({
    facts: { domainExpiresAt: expect.any(Number) },
  })
  expect(asked).toEqual(['/rdap/domain/example.co.uk', 'application/rdap+json'])
  await check('DOMAIN', { name: 'bücher.de' }, { options })
  expect(asked[2]).toBe('/rdap/domain/xn--bcher-kva.de')
})

test('assertions may look at the days that are left', async () => {
  const { options } = await registry(expiring(inDays(99)))
  const assertions = [
    { source: 'DOMAIN_DAYS', target: null, comparison: 'GREATER_THAN', value: '100', verdict: 'DEGRADED' },
  ] as const
  expect(await check('DOMAIN', {}, { options, assertions })).toMatchObject({ verdict: 'DEGRADED', fault: 'assertion' })
})

test('that a registry takes its time says nothing about the domain', async () => {
  const url = await serveHttp(() => undefined)
  const options = { ...open, registryOf: () => `${url}/` }
  expect(await check('DOMAIN', {}, { options, timeoutMs: 100 })).toMatchObject({
    verdict: 'UNKNOWN',
    fault: 'registry-failed',
  })
})

test('a top-level domain without RDAP, and what is no domain, are told', async () => {
  const { options } = await registry('')
  expect(await check('DOMAIN', { name: 'a.test' }, { options })).toMatchObject({
    verdict: 'UNKNOWN',
    fault: 'registry-unknown',
  })
  for (const name of ['com', '127.0.0.1', 'localhost', 'co.uk'])
    expect(await check('DOMAIN', { name }, { options })).toMatchObject({ verdict: 'UNKNOWN', fault: 'target-invalid' })
})

test('the list of registries has the servers of large and small ones, all with TLS', () => {
  expect(registryOf('com')).toBe('https://rdap.verisign.com/com/v1/')
  expect(registryOf('uk')).toBe('https://rdap.nominet.uk/uk/')
  expect(registryOf('xn--p1acf')).toMatch(/^https:\/\/.*\/$/u)
  expect(registryOf('de')).toBeNull()
  expect(registryOf('constructor')).toBeNull()
})
