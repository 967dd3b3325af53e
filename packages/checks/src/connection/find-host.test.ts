import { expect, test } from 'vitest'
import type { CheckOptions, ProbedKind, Targets } from '../check.ts'
import { check, serveHttp, serveTcp } from '../testing/start-servers.ts'

/** Ways to write 127.0.0.1, and other addresses of this machine and its network, without naming them. */
const loopback = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0X7F000001',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '0x7f.0.0.1',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '00000000177.0.0.1',
  '127.0x1',
  '１２７.0.0.1',
  '127。0。0。1',
  '127．0．0．1',
  '①②⑦.0.0.1',
  '0.0.0.0',
  '0',
  '0x0',
  '0.1.2.3',
]
const inner = [
  '10.0.0.1',
  '10.255.255.255',
  '167772161',
  '0xa000001',
  '012.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '0xac.0x10.0.1',
  '192.168.0.1',
  '192.168.1.254',
  '3232235777',
  '0300.0250.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '4294967295',
]
/** Metadata of cloud machines, and how it is reached by other spellings. */
const metadata = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.0.1',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '0xa9.0xfe.0xa9.0xfe',
  '169.254.43518',
  '169.16689662',
  '168.63.129.16',
  'metadata.google.internal',
  'metadata.goog.internal',
  'instance-data.ec2.internal',
  'kubernetes.default.svc.cluster.local',
]
const version6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  '::ffff:127.0.0.1',
  '::FFFF:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a9fe:a9fe',
  '::ffff:169.254.169.254',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '0:0:0:0:0:ffff:7f00:0001',
  '::ffff:0:127.0.0.1',
  '::127.0.0.1',
  '::7f00:1',
  '::a9fe:a9fe',
  '64:ff9b::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '64:ff9b:1:ffff::a00:1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:0:7f00:1::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:7f00:0001::1',
  '2002:a9fe:a9fe::1',
  '2002:a00:1::1',
  '2002:c0a8:101::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::1',
  'fe80::a9fe:a9fe',
  'fec0::1',
  'ff02::1',
  'ff05::1:3',
]
const names = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  'api.localhost',
  'a.b.localhost.',
  'db',
  'redis',
  'printer.local',
  'router.lan',
  'nas.home',
  'router.home.arpa',
  'wiki.intranet',
  'git.corp',
  'vault.internal',
]

const closed: CheckOptions = { allowPrivate: false, resolve: async () => [{ address: '8.8.8.8', family: 4 }] }

test.for([...loopback, ...inner, ...metadata, ...version6, ...names])('%s is refused', async (host) => {
  const url = `http://${host.includes(':') ? `[${host}]` : host}/`
  for (const result of [
    await check('HTTP', { url }, { options: closed }),
    await check('TCP', { host }, { options: closed }),
  ])
    expect(result).toMatchObject({ verdict: 'DOWN', fault: 'private-address', facts: {} })
})

test('there are at least 120 of them', () => {
  expect(new Set([...loopback, ...inner, ...metadata, ...version6, ...names]).size).toBeGreaterThanOrEqual(120)
})

test.for([
  'fe80::1%eth0',
  '2a00:1450::1%25eth0',
  '127.0.0.1 ',
  'a/b',
  'a@b',
  'a?b',
  'a#b',
  'a\\b',
  '1.2.3.4.5',
  '256.1.1.1',
  '[::1]',
  'a:80',
  '',
])('"%s" is no host', async (host) => {
  for (const kind of ['TCP', 'CERTIFICATE', 'ICMP', 'SMTP', 'GRPC'] as const)
    expect(await check<ProbedKind>(kind, { host, port: kind === 'SMTP' ? 25 : 80 }, { options: closed })).toMatchObject(
      {
        verdict: 'UNKNOWN',
        fault: 'target-invalid',
      },
    )
})

const inside: { readonly [Kind in ProbedKind]?: Partial<Targets[Kind]> } = {
  HTTP: { url: 'https://shop.example/' },
  CERTIFICATE: { host: 'shop.example' },
  TCP: { host: 'shop.example' },
  DNS: { name: 'example.org', resolver: 'shop.example' },
  ICMP: { host: 'shop.example' },
  WEBSOCKET: { url: 'wss://shop.example/' },
  SMTP: { host: 'shop.example' },
  GRPC: { host: 'shop.example', port: 443 },
}
test.for(Object.keys(inside) as ProbedKind[])(
  '%s connects to no name that leads inside, be it by one address of several',
  async (kind) => {
    for (const addresses of [
      ['127.0.0.1'],
      ['8.8.8.8', '10.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['2606:4700::1', 'fd00::1'],
    ]) {
      const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      const target: Partial<Targets[ProbedKind]> = inside[kind] ?? {}
      expect(await check<ProbedKind>(kind, target, { options: { allowPrivate: false, resolve } })).toMatchObject({
        verdict: 'DOWN',
        fault: 'private-address',
      })
    }
  },
)

test('a registry whose server leads inside is not asked', async () => {
  const options = { ...closed, registryOf: () => 'http://127.0.0.1:1/' }
  expect(await check('DOMAIN', {}, { options })).toMatchObject({ verdict: 'UNKNOWN', fault: 'registry-failed' })
})

test('a name is looked up once, and the connection goes to what was checked: a second answer changes nothing', async () => {
  let lookups = 0
  const reached: string[] = []
  const server = await serveTcp((socket) => {
    reached.push('inside')
    socket.end()
  })
  const resolve = async () => {
    lookups += 1
    // Nobody is there; had the name been looked up again, it would have led to the server.
    return [{ address: lookups === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }]
  }
  const options = { allowPrivate: false, isPublic: (address: string) => address === '127.0.0.2', resolve }
  const result = await check('HTTP', { url: `http://rebind.example:${server.port}/` }, { options })
  expect(result).toMatchObject({ verdict: 'DOWN', fault: 'connection-refused' })
  expect([lookups, reached]).toEqual([1, []])
})

test.for([
  'http://127.0.0.1:{port}/inside',
  'http://localhost:{port}/',
  'http://0x7f.1:{port}/',
  'http://[::ffff:7f00:1]:{port}/',
  '//inside.example:{port}/',
])('a redirect to %s is refused', async (location) => {
  const asked: unknown[] = []
  const url = await serveHttp((request, response) => {
    asked.push(request.headers.host)
    response.writeHead(302, { location: location.replace('{port}', new URL(url).port) }).end()
  })
  const options: CheckOptions = {
    allowPrivate: false,
    // The site is on the internet, and nothing else is.
    isPublic: (address) => address === '127.0.0.1' && asked.length === 0,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  }
  const result = await check('HTTP', { url: url.replace('127.0.0.1', 'shop.example') }, { options })
  expect(result).toMatchObject({ verdict: 'DOWN', fault: 'private-address' })
  expect(asked).toHaveLength(1)
})

test.for<[ProbedKind, Partial<Targets[ProbedKind]>]>([
  ['HTTP', { url: 'http://shop.example:25/' }],
  ['HTTP', { url: 'http://shop.example:6667/' }],
  ['WEBSOCKET', { url: 'ws://shop.example:22/' }],
  ['TCP', { host: 'shop.example', port: 25 }],
  ['TCP', { host: 'shop.example', port: 587 }],
  ['SMTP', { host: 'shop.example', port: 80 }],
  ['GRPC', { host: 'shop.example', port: 6000 }],
])('%s may not use the port of %o', async ([kind, target]) => {
  expect(await check<ProbedKind>(kind, target, { options: closed })).toMatchObject({
    verdict: 'UNKNOWN',
    fault: 'port-refused',
  })
})

test('the own network is open to those who may reach it, and only to them', async () => {
  const url = await serveHttp((_request, response) => response.end())
  expect(await check('HTTP', { url })).toMatchObject({ verdict: 'UP' })
  expect(await check('HTTP', { url }, { options: { allowPrivate: false } })).toMatchObject({ fault: 'private-address' })
})
