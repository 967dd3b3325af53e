import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Server as NetServer } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { readPolicy } from '@bollard/guard'
import { serverOptions } from '@bollard/http'
import { languages } from '@bollard/i18n'
import { makeTestFolder } from '@bollard/testing'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { listSettings, readConfig } from './config.ts'
import { sites } from './sites.ts'
import { commandsOfPage } from './testing/high-availability/commands-of-page.ts'
import {
  databaseHostNames,
  makePasswords,
  placeBalancer,
  placeEtcd,
  placeHaproxy,
  placePatroni,
} from './testing/high-availability/place-files.ts'
import { findFreePorts } from './testing/free-ports.ts'
import {
  checkProxy,
  placeFile,
  placeProxy,
  proxyNames,
  startProxy,
  stopProxy,
  versionOf,
} from './testing/hosting/start-proxy.ts'
import { freePorts } from './testing/start-product.ts'

const read = (path: string) => readFileSync(new URL(`../deploy/${path}`, import.meta.url), 'utf8')

/** Lines `NAME=value` of a file for systemd and containers. */
function readEnvironment(file = 'bollard.env'): Record<string, string> {
  const lines = read(file).split('\n')
  return Object.fromEntries(
    lines
      .filter((line) => /^[A-Z]/u.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

function readSettings(file?: string) {
  const result = readConfig(readEnvironment(file))
  if (result.status === 'invalid') throw new Error(result.faults.join('\n'))
  return result.config
}

/** The values of each key of a unit for systemd. */
function readUnit(name: string): ReadonlyMap<string | undefined, readonly (string | undefined)[]> {
  const lines = [...read(`systemd/${name}`).matchAll(/^(\w+)=(.*)$/gmu)]
  return new Map(lines.map(([, key]) => [key, lines.filter(([, other]) => other === key).map(([, , value]) => value)]))
}

test('the settings for a server are complete, and only settings that exist', () => {
  readSettings()
  expect(readSettings('probe.env').ROLE).toBe('probe')
  expect(readSettings('gateway/gateway.env').ROLE).toBe('gateway')
  expect(readPolicy(read('gateway/gateway.yaml'))).toMatchObject({ status: 'valid' })
  const known = listSettings().map(({ name }) => name)
  const given = ['bollard.env', 'probe.env', 'gateway/gateway.env'].flatMap((file) =>
    Object.keys(readEnvironment(file)),
  )
  expect(given.filter((name) => !known.includes(name))).toEqual([])
})

/** In each file, the names that are led somewhere, and to which port. */
const led = {
  nginx(text: string) {
    const upstreams = new Map(
      [...text.matchAll(/upstream (\w+)\s*\{ server 127\.0\.0\.1:(\d+);/gu)].map(([, name, port]) => [name, port]),
    )
    const servers = text.matchAll(/server_name (\S+);[^}]*?location \/ \{ proxy_pass http:\/\/(\w+); \}/gu)
    return [...servers].map(([, name, upstream]) => [name, upstreams.get(upstream)])
  },
  caddy: (text: string) =>
    [...text.matchAll(/^(\S+\.\S+) \{[^}]*?import bollard (\d+)/gmu)].map(([, name, port]) => [name, port]),
  haproxy(text: string) {
    const backends = new Map(
      [...text.matchAll(/backend (\w+)\n {2}server bollard 127\.0\.0\.1:(\d+)/gu)].map(([, name, port]) => [
        name,
        port,
      ]),
    )
    return [...text.matchAll(/use_backend (\w+) .*?-i (\S+\.\S+) \}/gu)].map(([, backend, name]) => [
      name,
      backends.get(backend),
    ])
  },
}
const files = { nginx: 'proxies/nginx.conf', caddy: 'proxies/Caddyfile', haproxy: 'proxies/haproxy.cfg' }

test.for(proxyNames)('%s leads every public address to the port of its part, and says who the visitor is', (name) => {
  const config = readSettings()
  const text = read(files[name])
  const parts = [
    ...sites.map(({ url, port }) => [config[url], config[port]] as const),
    [config.API_URL, config.API_PORT] as const,
  ]
  const wanted = parts.map(([url, port]) => [new URL(url).hostname, String(port)])
  expect(led[name](text)).toEqual(expect.arrayContaining(wanted))
  // Whatever a visitor claims is overwritten; Caddy does so by itself.
  const overwrites = {
    nginx: 'proxy_set_header X-Forwarded-For $remote_addr;',
    haproxy: 'set-header X-Forwarded-For %[src]',
    caddy: 'reverse_proxy',
  }
  expect(text).toContain(overwrites[name])
  expect(text).not.toMatch(/^\s*trusted_proxies|proxy_add_x_forwarded_for/mu)
  expect(config.TRUSTED_PROXIES).toContain('127.0.0.1')
})

const proxyFiles = proxyNames.flatMap((name) =>
  ['proxies', 'gateway', ...(name === 'haproxy' ? [] : ['forward-auth'])].map((folder) => [name, folder] as const),
)

test.for(proxyFiles)('%s takes its file of %s, where it is installed', async ([name, of], { skip }) => {
  if (versionOf(name) === null) return skip(`${name} is not installed`)
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const ports: readonly [number, number] = [18_080, 18_443]
  const placed =
    of === 'proxies'
      ? placeProxy(name, folder.path, ports, await freePorts())
      : placeFile(name, folder.path, ports, {}, of)
  expect(checkProxy(name, placed)).toBe('')
})

/** What a proxy hands on and Bollard may not read, or not whole. */
const unreadable: readonly (readonly [string, string])[] = [
  ['a control character', 'X-Any: \u0001'],
  ['as much as nginx takes', Array.from({ length: 4 }, () => `Cookie: ${'a=1;'.repeat(1_900)}`).join('\r\n')],
  ['more than Bollard takes', Array.from({ length: 30 }, () => `Cookie: ${'a=1;'.repeat(1_900)}`).join('\r\n')],
  ['more fields than Node keeps', Array.from({ length: 1_500 }, (_, index) => `C${index}: `).join('\r\n')],
  ['an expectation', 'Expect: 100-continue-please'],
  ['another protocol', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk'],
  ['a body', 'Transfer-Encoding: chunked'],
]

test.for(['nginx', 'caddy'] as const)(
  '%s passes nobody for what Bollard cannot read, and everybody while it is away',
  async (name, { skip }) => {
    if (versionOf(name) === null) return skip(`${name} is not installed`)
    const folder = await makeTestFolder()
    onTestFinished(() => folder.remove())
    let arrived = 0
    const api = createServer(serverOptions().http, (_asked, answer) => void answer.writeHead(403).end('refused'))
    // Less strict than Node's parser, as sites are.
    const site = createNetServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        arrived += 1
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\ncontent')
      })
    })
    const [http = 0, https = 0] = await findFreePorts(2)
    const listening = await Promise.all([api, site].map(portOf))
    const moved = { 8090: String(listening[0]), 3000: String(listening[1]) }
    const placed = placeFile(name, folder.path, [http, https], moved, 'forward-auth')
    const proxy = await startProxy(name, placed, https)
    onTestFinished(async () => {
      await stopProxy(proxy)
      site.close()
      api.close().closeAllConnections()
    })
    const ask = async (lines: string) => {
      const socket = connect({ port: https, host: '127.0.0.1', servername: 'shop.example.org', ca: placed.certificate })
      socket.on('error', () => undefined)
      socket.write(`GET / HTTP/1.1\r\nHost: shop.example.org\r\n${lines}\r\nConnection: close\r\n\r\n0\r\n\r\n`)
      return (await textOf(socket).catch(() => '')).slice(9, 12)
    }
    for (const [title, lines] of unreadable) {
      expect(await ask(lines), title).toMatch(/^(?:4\d\d)?$/u)
      expect(arrived, title).toBe(0)
    }
    api.close().closeAllConnections()
    expect(await ask('Accept: text/html')).toBe('200')
  },
)

async function portOf(server: NetServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('both units start what exists, may not get privileges, and let Bollard end its own processes', () => {
  const [packed, source] = [readUnit('bollard.service'), readUnit('bollard-source.service')]
  for (const unit of [packed, source]) {
    expect(unit.get('KillMode')).toEqual(['mixed'])
    expect(unit.get('EnvironmentFile')).toEqual(['/etc/bollard/bollard.env'])
    expect(`/var/lib/${unit.get('StateDirectory')?.[0]}`).toBe(readEnvironment()['DATA_DIR'])
    expect(unit.get('NoNewPrivileges')).toEqual(['true'])
    expect(unit.get('CapabilityBoundingSet')).toEqual([''])
  }
  for (const command of [source.get('ExecStart'), source.get('ExecReload')]) {
    const [, script = ''] = command?.[0]?.split(' ') ?? []
    expect(readFileSync(new URL(`../${script}`, import.meta.url), 'utf8')).toContain('npm start')
  }
  expect(packed.get('ExecStart')).toEqual(['/opt/bollard/bin/bollard'])
  expect(packed.get('ProtectSystem')).toEqual(['strict'])
})

test('systemd understands both units, where it is installed', async ({ skip }) => {
  if (spawnSync('systemd-analyze', ['--version']).error) return skip('systemd is not installed')
  for (const name of ['bollard', 'bollard-source']) {
    const unit = new URL(`../deploy/systemd/${name}.service`, import.meta.url).pathname
    const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    // The program is where an installation has it, and not here.
    const faults = stderr
      .split('\n')
      .filter((line) => line !== '' && !/\/(?:opt\/bollard\/bin\/bollard|usr\/bin\/node) /u.test(line))
    expect(faults, name).toEqual([])
  }
})

test('the container has no privilege, cannot change itself, and leads the same names to the same ports', () => {
  const compose = read('container/compose.yaml')
  const bollard = compose.slice(compose.indexOf('\n  bollard:\n'), compose.indexOf('\n  database:\n'))
  for (const line of ['read_only: true', 'cap_drop: [ALL]', '- no-new-privileges:true', "user: '10001:10001'"])
    expect(bollard).toContain(line)
  expect(bollard).not.toMatch(/privileged|ports:|cap_add/u)
  expect(compose.slice(compose.indexOf('\n  database:\n'), compose.indexOf('\n  proxy:\n'))).not.toContain('ports:')
  expect(led.caddy(read('container/Caddyfile'))).toEqual(led.caddy(read(files.caddy)))
  const [, subnet] = /subnet: (\S+)/u.exec(compose) ?? []
  expect(compose).toContain(`TRUSTED_PROXIES: ${subnet}\n`)
  const image = read('container/Containerfile')
  expect(image).toMatch(/^USER 10001:10001$/mu)
  expect(image).toMatch(/^HEALTHCHECK/mu)
  // What Node is linked to and slim images lack: without it nothing starts there.
  expect(image).toContain('libatomic1')
  for (const { port } of sites) expect(image).toMatch(new RegExp(`^EXPOSE .*\\b${readSettings()[port]}\\b`, 'mu'))
})

test('three database hosts differ in name and address alone, and know each other', () => {
  const network = '127.101.7.'
  const etcd = databaseHostNames.map((host) => placeEtcd(host, network))
  expect(etcd.map(({ ETCD_NAME }) => ETCD_NAME)).toEqual(databaseHostNames)
  expect(etcd.map((one) => one.ETCD_ADVERTISE_CLIENT_URLS)).toEqual(
    [11, 12, 13].map((n) => `http://${network}${n}:2379`),
  )
  for (const one of etcd) {
    expect(one.ETCD_INITIAL_CLUSTER).toBe(
      databaseHostNames.map((host, index) => `${host}=http://${network}${11 + index}:2380`).join(),
    )
    expect(one.ETCD_ENABLE_V2).toBe('true')
    expect(one.ETCD_INITIAL_CLUSTER).toContain(`${one.ETCD_NAME}=${one.ETCD_INITIAL_ADVERTISE_PEER_URLS}`)
  }
  const passwords = makePasswords()
  const patroni = databaseHostNames.map((host) => parse(placePatroni(host, network, '/folder', passwords)))
  for (const [index, one] of patroni.entries()) {
    expect([one.name, one.restapi.connect_address, one.postgresql.connect_address]).toEqual([
      databaseHostNames[index],
      `${network}${11 + index}:8008`,
      `${network}${11 + index}:5432`,
    ])
    expect(one.etcd.hosts).toEqual([11, 12, 13].map((n) => `${network}${n}:2379`))
    // With etcd3, Patroni 3.0 that continues after a pause writes itself over its successor.
    expect(one.etcd3).toBeUndefined()
    expect(JSON.stringify(one)).not.toContain('CHANGE-ME')
  }
})

test('no answer is acknowledged that one database host alone has, and a primary that is gone loses its place soon', () => {
  const { dcs } = parse(read('high-availability/patroni.yml')).bootstrap
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true, primary_start_timeout: 0 })
  // Neither standby may be ahead of the one that takes over, and one that comes back is waited for only once it has nearly caught up.
  expect(dcs).toMatchObject({ synchronous_node_count: 2, maximum_lag_on_syncnode: 10 * 1_048_576 })
  // Patroni takes no other.
  expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout)
  expect(dcs.postgresql).toMatchObject({
    use_pg_rewind: true,
    parameters: { hot_standby_feedback: 'off', max_standby_streaming_delay: '30s', wal_sender_timeout: '10s' },
  })
})

test('Patroni and PostgreSQL ask everybody for a password who comes over the network', () => {
  const file = parse(read('high-availability/patroni.yml'))
  expect(file.restapi.authentication.password).toBeTruthy()
  for (const line of file.postgresql.pg_hba) expect(line).toMatch(/scram-sha-256$|^local all postgres peer$/u)
  expect(file.postgresql.pg_hba.join('\n')).not.toMatch(/trust|md5|\s0\.0\.0\.0\/0/u)
})

test('HAProxy leads to the same hosts as the settings of the roles, and drops connections to whoever is no longer primary', () => {
  const database = read('high-availability/haproxy.cfg')
  for (const port of [5432, 5433]) expect(database).toContain(`bind 127.0.0.1:${port}`)
  expect(database.match(/on-marked-down shutdown-sessions/gu)).toHaveLength(2)
  expect(database.match(/server db\d 10\.0\.0\.1[123]:5432/gu)).toHaveLength(6)
  const balancer = read('high-availability/balancer.cfg')
  expect(balancer).toContain('set-header X-Forwarded-For %[src]')
  const common = readEnvironment('high-availability/common.env')
  for (const role of ['edge', 'api', 'worker']) {
    const own = readEnvironment(`high-availability/${role}.env`)
    expect(own.ROLE).toBe(role)
    const result = readConfig({ ...common, ...own })
    expect(result.status === 'invalid' ? result.faults : []).toEqual([])
    expect(own.DATABASE_URL ?? own.EDGE_DATABASE_URL).toContain('@127.0.0.1:5432/')
    if (own.API_PORT)
      expect(balancer.match(new RegExp(`10\\.0\\.0\\.2[12]:${own.API_PORT} check`, 'gu'))).toHaveLength(2)
  }
  // The most exposed process has no other secret.
  expect(
    Object.keys(readEnvironment('high-availability/edge.env')).filter((name) => /SECRET|ENCRYPTION|SMTP/u.test(name)),
  ).toEqual([])
  const addresses = [...led.haproxy(read(files.haproxy))].map(([name]) => name)
  for (const name of addresses) expect(balancer).toContain(`-i ${name}`)
})

test('the unit of the roles may do no more than that of one machine', () => {
  const [roles, whole] = [readUnit('../high-availability/bollard@.service'), readUnit('bollard.service')]
  const own = /^(?:Description|Documentation|After|EnvironmentFile|Environment|Restart|StateDirectory|CacheDirectory)$/u
  for (const [key = '', value] of whole) if (!own.test(key)) expect([key, roles.get(key)]).toEqual([key, value])
})

test.for(languages)(
  'the page in %s has the same commands, which the command that tries the files has run',
  (language) => {
    const { ran } = JSON.parse(read('last-run-of-high-availability.json'))
    expect(commandsOfPage(language)).toEqual(ran)
  },
)

test('HAProxy takes both files, where it is installed', async ({ skip }) => {
  if (versionOf('haproxy') === null) return skip('haproxy is not installed')
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  for (const [name, text] of [
    ['database', placeHaproxy('app1', '127.101.7.')],
    ['balancer', placeBalancer('127.101.7.')],
  ] as const) {
    const file = `${folder.path}/${name}.cfg`
    writeFileSync(file, text)
    expect(checkProxy('haproxy', { file, folder: folder.path, certificate: '' })).toBe('')
  }
})
