import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { postgresPrograms } from './processes.ts'

/** Hosts of `deploy/high-availability`, by the last number of their address. */
export const databaseHosts = { db1: 11, db2: 12, db3: 13 } as const
export const applicationHosts = { app1: 21, app2: 22 } as const
export const balancerHost = 31
export type DatabaseHost = keyof typeof databaseHosts
export type ApplicationHost = keyof typeof applicationHosts

export const databaseHostNames = ['db1', 'db2', 'db3'] as const satisfies readonly DatabaseHost[]
export const applicationHostNames = ['app1', 'app2'] as const satisfies readonly ApplicationHost[]

/** The network of the files, and where the balancer listens in place of 443, which only root may. */
const written = '10.0.0.'
export const balancerPort = 8443

export interface Passwords {
  readonly patroni: string
  readonly postgres: string
  readonly replicator: string
  /** Of the owner of the database, which no file has. */
  readonly bollard: string
}

const makePassword = () => randomBytes(24).toString('hex')

export const makePasswords = (): Passwords => ({
  patroni: makePassword(),
  postgres: makePassword(),
  replicator: makePassword(),
  bollard: makePassword(),
})

const read = (name: string) =>
  readFileSync(new URL(`../../../deploy/high-availability/${name}`, import.meta.url), 'utf8')

/** What the file has must be there to be replaced: an operator's file that has changed is not tested by what it was. */
function replace(text: string, pairs: readonly (readonly [string, string])[]): string {
  let placed = text
  for (const [from, to] of pairs) {
    if (!placed.includes(from)) throw new Error(`deploy/high-availability has no “${from}” any more`)
    placed = placed.replaceAll(from, to)
  }
  return placed
}

/** As the environment of etcd; `network` is such as `127.101.7.`. */
export function placeEtcd(host: DatabaseHost, network: string): Record<string, string> {
  const lines = read('etcd.env').split('\n')
  const own = (line: string) =>
    line.startsWith('ETCD_INITIAL_CLUSTER=') ? line : line.replace('db1', host).replace(`${written}11`, addressOf(host))
  const placed = lines
    .filter((line) => line.startsWith('ETCD_'))
    .map((line) => own(line).replaceAll(written, network))
    .map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  return Object.fromEntries(placed)
}

const addressOf = (host: DatabaseHost) => `${written}${databaseHosts[host]}`

/** Patroni's file of a database host, whose files lie in the folder. */
export function placePatroni(host: DatabaseHost, network: string, folder: string, passwords: Passwords): string {
  const own = addressOf(host)
  return replace(read('patroni.yml'), [
    ['name: db1', `name: ${host}`],
    [`listen: ${written}11:`, `listen: ${own}:`],
    [`connect_address: ${written}11:`, `connect_address: ${own}:`],
    ['CHANGE-ME-PATRONI', passwords.patroni],
    ['CHANGE-ME-POSTGRES', passwords.postgres],
    ['CHANGE-ME-REPLICATOR', passwords.replicator],
    ['/var/lib/postgresql/15/bollard', `${folder}/data`],
    ['/usr/lib/postgresql/15/bin', postgresPrograms],
    ['/var/lib/postgresql/.pgpass-patroni', `${folder}/pgpass`],
    ['/var/run/postgresql', folder],
    // Between addresses of one machine, connections come from its first one.
    [
      '    - host replication',
      '    - host all postgres 127.0.0.1/32 scram-sha-256\n    - host replication replicator 127.0.0.1/32 scram-sha-256\n    - host replication',
    ],
    [written, network],
  ])
}

/** HAProxy's file of an application host. What is its own machine in the file is its own address here. */
export function placeHaproxy(host: ApplicationHost, network: string): string {
  const own = `${network}${applicationHosts[host]}`
  return replace(read('haproxy.cfg'), [
    ['127.0.0.1:', `${own}:`],
    ['defaults\n', `defaults\n  source ${own}\n`],
    [written, network],
  ])
}

/** The balancer's file, without TLS: a certificate for names that nobody owns proves nothing. */
export function placeBalancer(network: string): string {
  const own = `${network}${balancerHost}`
  return replace(read('balancer.cfg'), [
    ['bind :443 ssl crt /etc/ssl/example.org/bollard.pem alpn h2,http/1.1', `bind ${own}:${balancerPort}`],
    ['defaults\n', `defaults\n  source ${own}\n`],
    [written, network],
  ])
}
