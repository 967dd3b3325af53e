import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { makeTestFolder } from '@bollard/testing'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startSite } from '../../packages/gateway/src/testing/start-gateway.ts'
import { createCertificate } from '../../packages/tls-fingerprint/src/testing/self-signed-certificate.ts'
import { readConfig } from '../config.ts'
import { findFreePorts } from '../testing/free-ports.ts'
import { portsOfFile } from './ports.ts'
import { startGateway } from './start-gateway.ts'

/** The authority that Let's Encrypt tests clients with, as Debian has it. It really looks, and refuses one nonce in ten. */
const pebble = '/usr/bin/pebble'

async function startAuthority(folder: string, { httpPort, tlsPort }: { httpPort: number; tlsPort: number }) {
  const [listen = 0, management = 0, dns = 0, dnsManagement = 0] = await findFreePorts(4)
  const authority = { ...createCertificate({ name: 'root', isAuthority: true }), name: 'root' }
  const own = createCertificate({ name: 'localhost', issuer: authority })
  const paths = { certificate: join(folder, 'cert.pem'), privateKey: join(folder, 'key.pem') }
  const [caFile, configFile] = [join(folder, 'ca.pem'), join(folder, 'pebble.json')]
  writeFileSync(paths.certificate, own.cert)
  writeFileSync(paths.privateKey, own.key)
  writeFileSync(caFile, authority.cert)
  const listenAt = { listenAddress: `127.0.0.1:${listen}`, managementListenAddress: `127.0.0.1:${management}` }
  writeFileSync(configFile, JSON.stringify({ pebble: { ...listenAt, ...paths, httpPort, tlsPort } }))
  const run = (command: string, args: string[]) => {
    const child = spawn(command, args, {
      env: { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '10' },
      stdio: 'ignore',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
  }
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', '', '-defaultIPv4', '127.0.0.1']
  run(`${pebble}-challtestsrv`, [...off, '-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${dnsManagement}`])
  run(pebble, ['-config', configFile, '-dnsserver', `127.0.0.1:${dns}`])
  const directory = `https://localhost:${listen}/dir`
  const answers = () =>
    new Promise<number>((resolve) => {
      get(directory, { ca: authority.cert }, (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', () =>
        resolve(0),
      )
    })
  await expect.poll(answers, { timeout: 20_000 }).toBe(200)
  return { directory, caFile }
}

async function startWithAuthority(way: 'http-01' | 'tls-alpn-01') {
  const { path: folder, remove } = await makeTestFolder()
  onTestFinished(remove)
  const [httpPort = 0, tlsPort = 0, metrics = 0] = await findFreePorts(3)
  const authority = await startAuthority(folder, { httpPort, tlsPort })
  const site = await startSite((_request, response) => void response.end('content'))
  onTestFinished(() => void site.server.close())
  const file = join(folder, 'gateway.yaml')
  const write = (hosts: string) =>
    writeFileSync(
      file,
      `listen: { host: 127.0.0.1, http: ${way === 'http-01' ? httpPort : null}, https: ${tlsPort} }
acme: { directory: "${authority.directory}", caFile: "${authority.caFile}", termsAgreed: true, email: a@shop.example }
sites: [{ hosts: [${hosts}], upstreams: [{ url: "${site.url}" }], certificate: ACME }]`,
    )
  write('shop.example')
  const config = readConfig({ ROLE: 'gateway', GATEWAY_FILE: file, DATA_DIR: folder, METRICS_PORT: String(metrics) })
  if (config.status === 'invalid') throw new Error(config.faults.join())
  const start = () =>
    startGateway(config.config, {
      folder,
      ports: portsOfFile(file),
      say: () => undefined,
      openLog: () => pino({ level: 'silent' }),
      tellDecision: () => undefined,
    })
  const issuerOf = (host: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ port: tlsPort, host: '127.0.0.1', servername: host, rejectUnauthorized: false }, () => {
        const { issuer, subjectaltname } = socket.getPeerCertificate()
        resolve(`${subjectaltname} ${String(issuer.CN).replace(/ .*/u, '')}`)
        socket.destroy()
      }).on('error', () => resolve('none'))
    })
  const health = async () => (await fetch(`http://127.0.0.1:${metrics}/health`)).json()
  return { folder, write, start, issuerOf, health, tlsPort }
}

test.runIf(existsSync(pebble))(
  'a certificate is had by HTTP and kept sealed: the next start serves at once with it, and a host that is added gets its own',
  { timeout: 90_000 },
  async () => {
    const { folder, write, start, issuerOf, health } = await startWithAuthority('http-01')
    const first = await start()
    await expect.poll(() => issuerOf('shop.example'), { timeout: 30_000 }).toBe('DNS:shop.example Pebble')
    expect(await health()).toMatchObject({ orders: [{ host: 'shop.example', fault: null }] })
    write('shop.example, www.shop.example')
    await first.reload()
    await expect.poll(() => issuerOf('www.shop.example'), { timeout: 30_000 }).toBe('DNS:www.shop.example Pebble')
    await first.stop()
    const sealed = readdirSync(join(folder, 'acme')).map((name) => readFileSync(join(folder, 'acme', name), 'latin1'))
    expect([sealed.length, sealed.some((text) => text.includes('BEGIN'))]).toEqual([3, false])
    const second = await start()
    expect(await issuerOf('www.shop.example')).toBe('DNS:www.shop.example Pebble')
    await second.stop()
  },
)

test.runIf(existsSync(pebble))(
  'a certificate is had by TLS where no port speaks HTTP, and the proof is shown to nobody else',
  { timeout: 90_000 },
  async () => {
    const { start, issuerOf, tlsPort } = await startWithAuthority('tls-alpn-01')
    const running = await start()
    await expect.poll(() => issuerOf('shop.example'), { timeout: 30_000 }).toBe('DNS:shop.example Pebble')
    const protocol = new Promise((resolve) => {
      const at = { port: tlsPort, host: '127.0.0.1', servername: 'shop.example', ALPNProtocols: ['acme-tls/1'] }
      connect({ ...at, rejectUnauthorized: false }, () => resolve('open')).on('error', () => resolve('refused'))
    })
    expect(await protocol).toBe('refused')
    await running.stop()
  },
)
