import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { freePorts } from '../start-product.ts'

type Ports = Awaited<ReturnType<typeof freePorts>>

export const proxyNames = ['nginx', 'caddy', 'haproxy'] as const
export type ProxyName = (typeof proxyNames)[number]

interface Proxy {
  readonly file: string
  readonly package: string
  /** Prints its version. */
  readonly version: readonly [string, ...string[]]
  /** The file as it is in the repository, changed so that it listens elsewhere. */
  place(text: string, http: number, https: number): string
  start(file: string, folder: string): readonly [string, ...string[]]
  check(file: string, folder: string): readonly [string, ...string[]]
}

const nginx = (file: string, folder: string): [string, ...string[]] => [
  'nginx',
  '-p',
  folder,
  '-c',
  file,
  '-e',
  'stderr',
]
const proxies: Readonly<Record<ProxyName, Proxy>> = {
  nginx: {
    file: 'nginx.conf',
    package: 'nginx-light',
    version: ['nginx', '-v'],
    place: (text, http, https) =>
      `pid nginx.pid;\ndaemon off;\nevents {}\nhttp {\naccess_log off;\n${[
        'client_body',
        'proxy',
        'fastcgi',
        'uwsgi',
        'scgi',
      ]
        .map((name) => `${name}_temp_path ${name};\n`)
        .join('')}${text.replaceAll('listen 80 ', `listen ${http} `).replaceAll('listen 443 ', `listen ${https} `)}}\n`,
    start: nginx,
    check: (file, folder) => [...nginx(file, folder), '-t'],
  },
  caddy: {
    file: 'Caddyfile',
    package: 'caddy',
    version: ['caddy', 'version'],
    // HTTP/3 would need a port of UDP too, by which tests keep theirs.
    place(text, http, https) {
      const protocols = '\tservers {\n\t\tprotocols h1 h2\n'
      const own = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n`
      return text.includes('\tservers {\n')
        ? text.replace('{\n', own).replace('\tservers {\n', protocols)
        : text.replace('{\n', `${own}${protocols}\t}\n`)
    },
    start: (file) => ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
    check: (file) => ['caddy', 'validate', '--config', file, '--adapter', 'caddyfile'],
  },
  haproxy: {
    file: 'haproxy.cfg',
    package: 'haproxy',
    version: ['haproxy', '-v'],
    place: (text, http, https) => text.replace('bind :80', `bind :${http}`).replace('bind :443', `bind :${https}`),
    start: (file) => ['haproxy', '-db', '-f', file],
    check: (file) => ['haproxy', '-c', '-f', file],
  },
}

export interface PlacedProxy {
  readonly file: string
  readonly folder: string
  /** A certificate for all names below `example.org`, PEM. */
  readonly certificate: string
}

/** Null where the program is not installed. */
export function versionOf(name: ProxyName): string | null {
  const [program, ...args] = proxies[name].version
  const { error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return error ? null : (/\d+\.\d+\.\d+/u.exec(stdout + stderr)?.[0] ?? 'unknown')
}

export const packageOf = (name: ProxyName): string => proxies[name].package

/** Writes what `deploy/proxies` says, with these ports and a certificate of its own, into the folder. */
export function placeProxy(
  name: ProxyName,
  folder: string,
  listen: readonly [number, number],
  ports: Ports,
): PlacedProxy {
  return placeFile(name, folder, listen, {
    8080: ports.WEBSITE_PORT,
    8081: ports.IDENTITY_PORT,
    8082: ports.DASHBOARD_PORT,
    8083: ports.DOCS_PORT,
    8084: ports.ADMIN_PORT,
    8085: ports.STATUS_PORT,
    8090: ports.API_PORT,
  })
}

/** The same of another folder of `deploy`, with the ports that stand for those in its file. */
export function placeFile(
  name: ProxyName,
  folder: string,
  listen: readonly [number, number],
  moved: Readonly<Record<string, string>>,
  of = 'proxies',
): PlacedProxy {
  const { file: source, place } = proxies[name]
  mkdirSync(folder, { recursive: true })
  const certificate = makeCertificate(folder)
  let text = readFileSync(new URL(`../../../deploy/${of}/${source}`, import.meta.url), 'utf8')
  text = place(text, ...listen).replaceAll('/etc/ssl/example.org/', `${folder}/`)
  text = text.replaceAll(/(?<=127\.0\.0\.1:|import bollard )\d{4}\b/gu, (port) => moved[port] ?? port)
  const file = join(folder, source)
  writeFileSync(file, text)
  return { file, folder, certificate }
}

/** Whether the program itself takes the file. Answers what it complained about; empty where it takes it. */
export function checkProxy(name: ProxyName, { file, folder }: PlacedProxy): string {
  const [program, ...args] = proxies[name].check(file, folder)
  const { status, stderr, stdout } = spawnSync(program, args, { encoding: 'utf8', env: environmentIn(folder) })
  return status === 0 ? '' : `${stdout}${stderr}`
}

/** Starts it, and resolves once it listens at `port`. */
export async function startProxy(name: ProxyName, { file, folder }: PlacedProxy, port: number): Promise<ChildProcess> {
  const [program, ...args] = proxies[name].start(file, folder)
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: environmentIn(folder) })
  let said = ''
  child.stderr?.on('data', (data) => (said += String(data)))
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${said}`)
    await pause(20)
  }
  return child
}

/** Ends what was started here. */
export async function stopProxy(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Nothing of it is written anywhere else. */
const environmentIn = (folder: string) => ({
  PATH: process.env['PATH'],
  HOME: folder,
  XDG_DATA_HOME: folder,
  XDG_CONFIG_HOME: folder,
})

/** Writes a certificate for all names below `example.org` and this machine's address into a folder. Answers it as PEM. */
export function makeCertificate(folder: string): string {
  const [key, chain] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const names = 'subjectAltName=DNS:*.example.org,IP:127.0.0.1'
  const about = ['-subj', '/CN=example.org', '-addext', names, '-days', '2', '-keyout', key, '-out', chain]
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    ...about,
  ])
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`)
  writeFileSync(join(folder, 'bollard.pem'), readFileSync(chain, 'utf8') + readFileSync(key, 'utf8'))
  return readFileSync(chain, 'utf8')
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
