import { checkKinds, checkSchema, type MonitoredService } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { exampleService } from '../../examples/example-service.ts'
import { readAddress, servicesFrom, slugsFrom } from './from-address.ts'
import { typedBulk } from './typed-bulk.ts'
import { checkOf, newService, serviceOf, shownService, typedService } from './typed-service.ts'

const needed: Readonly<Record<string, string>> = {
  'check/target/url': 'https://example.org/',
  'check/target/host': 'example.org',
  'check/target/port': '443',
  'check/target/name': 'example.org',
  'check/target/members': '019a9b1c-5d3e-7000-8000-000000000101',
  'check/target/siteKey': 'bsk_of_shop',
  'check/target/solutionId': '019a9b1c-5d3e-7000-8000-0000000000c1',
}

test.for(checkKinds)('a form of kind %s that is filled in is a check that the service takes', (kind) => {
  const typed = newService(kind)
  const url = kind === 'WEBSOCKET' ? 'wss://example.org/' : 'https://example.org/'
  const values = Object.entries({ ...needed, ...typed.values }).map(([name, value]) => [
    name,
    value.length > 8 ? value : name === 'check/target/url' ? url : (needed[name] ?? value),
  ])
  const check = checkOf({ kind, values: Object.fromEntries(values) })
  expect(checkSchema.safeParse(check).error?.issues ?? []).toEqual([])
})

test('what is shown of a service and sent back is the same service, but for its secret', () => {
  const { name, tags, check, intervalSeconds, places, retries, confirmations } = exampleService
  const { recoveries, slowMs, parentId } = exampleService
  const first = { name, tags, check, intervalSeconds, places, retries, confirmations }
  const expected = { ...first, recoveries, slowMs, parentId }
  expect(serviceOf(shownService(exampleService))).toEqual(expected)
  const told: MonitoredService = {
    ...exampleService,
    check: {
      kind: 'HEARTBEAT',
      target: { periodSeconds: null, cron: '30 2 * * *', timeZone: 'Etc/UTC', graceSeconds: 0 },
    },
  }
  expect(serviceOf(shownService(told)).check).toEqual(told.check)
  const asking: MonitoredService = {
    ...exampleService,
    check: {
      kind: 'PASS_RATE',
      target: {
        solutionId: exampleService.id,
        figures: ['solveRate'],
        volumeMin: 50,
        degradedScore: 3.5,
        downScore: 10,
      },
      timeoutMs: 8_000,
      assertions: [],
    },
  }
  expect(serviceOf(shownService(asking)).check).toEqual(asking.check)
})

test('empty rows of conditions are left out, and what is no number is left to the service', () => {
  const form = new FormData()
  form.set('check/timeoutMs', 'soon')
  for (const [row, source] of ['', 'STATUS', '', 'TEXT'].entries()) {
    form.set(`check/assertions/${row}/source`, source)
    form.set(`check/assertions/${row}/comparison`, source === 'TEXT' ? 'EXISTS' : 'EQUALS')
    form.set(`check/assertions/${row}/value`, '200')
  }
  const check = checkOf(typedService('HTTP', form))
  expect(check).toMatchObject({
    timeoutMs: 'soon',
    assertions: [
      { source: 'STATUS', value: '200', target: null },
      { source: 'TEXT', value: null },
    ],
  })
})

test.for<[string, string | null, boolean, boolean]>([
  ['example.org', 'https://example.org/', true, true],
  [' http://shop.example.org:8080/a?b#c ', 'http://shop.example.org:8080/a?b', false, true],
  ['https://192.0.2.7/', 'https://192.0.2.7/', true, false],
  ['http://[2001:db8::1]/', 'http://[2001:db8::1]/', false, false],
  ['localhost:3000', 'https://localhost:3000/', true, false],
  ['mailto:anna@example.org', null, false, false],
  ['ftp://example.org', null, false, false],
  ['', null, false, false],
])('pasted %s is read as %s', ([pasted, url, hasCertificate, hasDomain]) => {
  const read = readAddress(pasted)
  expect([read.url, read.hasCertificate, read.hasDomain]).toEqual([url, hasCertificate, hasDomain])
})

test('an address becomes a service with certificate and domain, as far as they are wanted and there are any', () => {
  const names = ['Certificate', 'Domain'] as const
  const wanted = { certificate: true, domain: true, names, seconds: 300 }
  const all = servicesFrom(readAddress('https://example.org:8443/shop'), wanted)
  expect(all.map(({ name, check, intervalSeconds }) => [name, check.kind, intervalSeconds])).toEqual([
    ['example.org:8443/shop', 'HTTP', 300],
    ['Certificate', 'CERTIFICATE', 21_600],
    ['Domain', 'DOMAIN', 21_600],
  ])
  expect(all[1]?.check.target).toMatchObject({ host: 'example.org', port: 8_443 })
  expect(servicesFrom(readAddress('http://example.org'), { ...wanted, domain: false }).length).toBe(1)
})

test('the address of a page from a host is short, or has a piece that hardly any other page has', () => {
  const intent = '7d1f3f2a-6f0e-4a3e-9d61-2f4b6f0f7a11'
  expect(slugsFrom('Shop.Example.org', intent)).toEqual(['shop-example-org', 'shop-example-org-7d1f3f2a'])
  expect(slugsFrom('::1', intent)).toEqual(['1', '1-7d1f3f2a'])
  expect(slugsFrom(`${'a'.repeat(49)}.example`, intent)[0]).toBe('a'.repeat(49))
})

test('several services are changed as typed: those ticked or all shown, none without a choice, and none deleted without a confirmation', () => {
  const read = (entries: [string, string][]) => {
    const form = new FormData()
    for (const [name, value] of entries) form.append(name, value)
    return typedBulk(form)
  }
  const chosen: [string, string] = ['serviceIds', 'a']
  expect(read([['action', 'PAUSE']]).fault).toBe('unchosen')
  expect(read([['action', 'DELETE'], chosen]).fault).toBe('unsure')
  expect(read([['action', 'DELETE'], chosen, ['sure', 'on']])).toMatchObject({ serviceIds: ['a'], fault: null })
  const all = read([['all', 'on'], ['shown', 'a b c'], ['action', 'ADD_TAGS'], ['value', 'new, , old'], chosen])
  expect(all).toMatchObject({ serviceIds: ['a', 'b', 'c'], change: { action: 'ADD_TAGS', tags: ['new', 'old'] } })
  expect(read([['action', 'SET_PLACES'], chosen, ['places', 'main']]).change).toEqual({
    action: 'SET_PLACES',
    places: ['main'],
  })
})
