import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '@bollard/database'
import { endOf } from '../start-product.ts'
import {
  type ApplicationHost,
  applicationHostNames,
  applicationHosts,
  balancerHost,
  balancerPort,
  type DatabaseHost,
  databaseHostNames,
  databaseHosts,
  makePasswords,
  placeBalancer,
  placeEtcd,
  placeHaproxy,
  placePatroni,
} from './place-files.ts'
import {
  freezeWhole,
  giveFolder,
  guardFolder,
  killWhole,
  postmasterOf,
  receiverOf,
  startUnprivileged,
} from './processes.ts'

/** Who has a HAProxy: each application host one before the database, and the balancer before all of them. */
export type HaproxyHost = ApplicationHost | 'balancer'

/** What Patroni says of a member of the cluster. */
export interface Member {
  readonly name: DatabaseHost
  readonly role: 'leader' | 'sync_standby' | 'replica'
  readonly state: string
}

export interface Cluster {
  readonly folder: string
  /** Such as `127.101.7.`; addresses below it stand for hosts. */
  readonly network: string
  readonly balancerUrl: string
  /** The owner's address over the HAProxy of an application host. */
  readonly databaseUrl: (host: ApplicationHost, port?: 5432 | 5433) => string
  /** Of the superuser, on a database host itself. */
  readonly adminUrl: (host: DatabaseHost) => string
  readonly patroniFile: (host: DatabaseHost) => string
  readonly passwords: ReturnType<typeof makePasswords>
  members(): Promise<readonly Member[]>
  /** Throws while there is none. */
  leader(): Promise<DatabaseHost>
  /** A standby that has everything that was acknowledged. */
  syncStandby(): Promise<DatabaseHost>
  /** Everything on it at once: PostgreSQL, Patroni and etcd. */
  killDatabaseHost(host: DatabaseHost): void
  /** PostgreSQL alone; Patroni and etcd go on. */
  killPostgres(host: DatabaseHost): void
  startDatabaseHost(host: DatabaseHost): void
  /** From now on the standby receives nothing, as over a network that is slower than the other one's. The result has it connect anew. */
  holdBack(host: DatabaseHost): () => void
  /** Patroni stands still and answers nobody, while its PostgreSQL continues. The result has Patroni continue. */
  freezePatroni(host: DatabaseHost): () => void
  /** PostgreSQL stands still with all of its processes, its connections open; Patroni and etcd continue. The result has it continue. */
  freezePostgres(host: DatabaseHost): () => void
  /** PostgreSQL, Patroni and etcd stand still, as a virtual machine does that is paused. The result has them continue. */
  pauseDatabaseHost(host: DatabaseHost): () => void
  /** As systemd does: Patroni ends its PostgreSQL in order. etcd goes on. Resolves once both are gone. */
  stopPatroni(host: DatabaseHost): Promise<void>
  startPatroni(host: DatabaseHost): void
  postmaster(host: DatabaseHost): number | undefined
  switchOver(): Promise<void>
  killHaproxy(host: HaproxyHost): Promise<void>
  startHaproxy(host: HaproxyHost): void
  /** One leader, two standbys that stream from it, and both may take over. */
  untilWhole(signal: AbortSignal): Promise<void>
  /** The last lines that Patroni and PostgreSQL of each database host have written, and HAProxy before them. */
  said(lines: number): string
  stop(): Promise<void>
}

/**
 * Starts what `deploy/high-availability` describes on this machine, with Debian's programs and the very files, and an empty database `bollard`
 * that belongs to a role of that name: three database hosts with PostgreSQL, Patroni and etcd, HAProxy of two application hosts, and the
 * balancer. Loopback addresses stand for hosts, so the ports are those of the files. All of it ends with this process. With `empty` there is
 * neither role nor database yet.
 */
export async function startCluster(signal: AbortSignal, { empty = false } = {}): Promise<Cluster> {
  const network = await findNetwork()
  // A killed process leaves what it wrote to the system, so the data may lie in memory.
  const folder = mkdtempSync('/dev/shm/bollard-cluster-')
  chmodSync(folder, 0o755)
  const guard = guardFolder(folder)
  const passwords = makePasswords()
  const running = new Map<string, ChildProcess>()
  const hostFolder = (host: string) => join(folder, host)
  const addressOf = (host: DatabaseHost) => `${network}${databaseHosts[host]}`
  for (const host of [...databaseHostNames, ...applicationHostNames, 'balancer']) mkdirSync(hostFolder(host))
  for (const host of databaseHostNames)
    writeFileSync(join(hostFolder(host), 'patroni.yml'), placePatroni(host, network, hostFolder(host), passwords), {
      mode: 0o600,
    })
  for (const host of applicationHostNames)
    writeFileSync(join(hostFolder(host), 'haproxy.cfg'), placeHaproxy(host, network))
  writeFileSync(join(hostFolder('balancer'), 'haproxy.cfg'), placeBalancer(network))
  giveFolder(folder)

  function start(key: string, host: string, command: readonly [string, ...string[]], environment = {}): void {
    running.set(key, startUnprivileged(command, join(hostFolder(host), `${command[0]}.log`), environment))
  }
  const startEtcd = (host: DatabaseHost) =>
    start(`etcd ${host}`, host, ['etcd'], {
      ...placeEtcd(host, network),
      ETCD_DATA_DIR: join(hostFolder(host), 'etcd'),
      ETCD_LOG_LEVEL: 'warn',
    })
  const startPatroni = (host: DatabaseHost) =>
    start(`patroni ${host}`, host, ['patroni', join(hostFolder(host), 'patroni.yml')])
  const startHaproxy = (host: HaproxyHost) =>
    start(`haproxy ${host}`, host, ['haproxy', '-db', '-f', join(hostFolder(host), 'haproxy.cfg')])

  async function ask(host: DatabaseHost, path: string, body?: object): Promise<Response> {
    const authorization = `Basic ${Buffer.from(`patroni:${passwords.patroni}`).toString('base64')}`
    return fetch(`http://${addressOf(host)}:8008${path}`, {
      signal: AbortSignal.timeout(body === undefined ? 2_000 : 30_000),
      ...(body === undefined ? {} : { method: 'POST', headers: { authorization }, body: JSON.stringify(body) }),
    })
  }
  async function members(): Promise<readonly Member[]> {
    for (const host of databaseHostNames) {
      const answer = await ask(host, '/cluster').then(
        (response) => (response.ok ? response.json() : null),
        () => null,
      )
      if (answer !== null) return answer.members
    }
    return []
  }
  async function find(role: Member['role']): Promise<DatabaseHost> {
    const found = (await members()).find((member) => member.role === role && member.state !== 'stopped')
    if (found === undefined) throw new Error(`There is no ${role}`)
    return found.name
  }
  const adminUrl = (host: DatabaseHost) =>
    `postgresql://postgres:${passwords.postgres}@${addressOf(host)}:5432/postgres`

  async function isWhole(): Promise<boolean> {
    const known = await members()
    const leader = known.find(({ role }) => role === 'leader')
    if (leader === undefined || known.length < 3 || known.some(({ state }) => !/^(?:running|streaming)$/u.test(state)))
      return false
    const { rows } = await inDatabase(
      adminUrl(leader.name),
      `select count(*) filter (where state = 'streaming')::int as streaming,
        count(*) filter (where sync_state = 'sync')::int as sync from pg_stat_replication where application_name like 'db_'`,
    )
    const inStep = known.filter(({ role }) => role === 'sync_standby').length
    return rows[0]?.streaming === 2 && rows[0].sync === 2 && inStep === 2
  }
  async function untilWhole(until: AbortSignal): Promise<void> {
    while (!(await isWhole().catch(() => false))) {
      until.throwIfAborted()
      await pause(200)
    }
  }
  function freeze(key: string): () => void {
    const program = running.get(key)
    program?.kill('SIGSTOP')
    return () => void program?.kill('SIGCONT')
  }
  function freezePostgres(host: DatabaseHost): () => void {
    const postmaster = postmasterOf(join(hostFolder(host), 'data'))
    if (postmaster === undefined) throw new Error(`PostgreSQL of ${host} isn't running`)
    return freezeWhole(postmaster)
  }
  function killDatabaseHost(host: DatabaseHost): void {
    const postmaster = postmasterOf(join(hostFolder(host), 'data'))
    killWhole(postmaster)
    for (const key of [`patroni ${host}`, `etcd ${host}`]) running.get(key)?.kill('SIGKILL')
  }

  try {
    databaseHostNames.forEach(startEtcd)
    databaseHostNames.forEach(startPatroni)
    for (const host of [...applicationHostNames, 'balancer' as const]) startHaproxy(host)
    await untilWhole(signal)
    for (const [key, program] of running)
      if (program.exitCode !== null) throw new Error(`${key} ended with ${program.exitCode}; see its log in ${folder}`)
    const url = adminUrl(await find('leader'))
    if (!empty) {
      await inDatabase(url, `create role bollard login createrole password '${passwords.bollard}'`)
      await inDatabase(url, 'create database bollard owner bollard')
    }
  } catch (error) {
    await stop()
    throw error
  }

  async function stop(): Promise<void> {
    databaseHostNames.forEach(killDatabaseHost)
    const all = [...running.values()]
    for (const one of all) one.kill('SIGKILL')
    await Promise.all(all.map((one) => endOf(one)))
    await guard.release()
  }

  return {
    folder,
    network,
    balancerUrl: `http://${network}${balancerHost}:${balancerPort}`,
    databaseUrl: (host, port = 5432) =>
      `postgresql://bollard:${passwords.bollard}@${network}${applicationHosts[host]}:${port}/bollard`,
    adminUrl,
    patroniFile: (host) => join(hostFolder(host), 'patroni.yml'),
    passwords,
    members,
    leader: () => find('leader'),
    syncStandby: () => find('sync_standby'),
    killDatabaseHost,
    killPostgres: (host) => killWhole(postmasterOf(join(hostFolder(host), 'data'))),
    startDatabaseHost(host) {
      startEtcd(host)
      startPatroni(host)
    },
    holdBack(host) {
      const receiver = receiverOf(postmasterOf(join(hostFolder(host), 'data')))
      if (receiver === undefined) throw new Error(`${host} receives nothing`)
      process.kill(receiver, 'SIGSTOP')
      return () => {
        // It ends before it reads what has arrived meanwhile.
        process.kill(receiver, 'SIGTERM')
        process.kill(receiver, 'SIGCONT')
      }
    },
    freezePatroni: (host) => freeze(`patroni ${host}`),
    freezePostgres,
    pauseDatabaseHost(host) {
      const thaws = [freezePostgres(host), freeze(`patroni ${host}`), freeze(`etcd ${host}`)]
      return () => {
        for (const thaw of thaws) thaw()
      }
    },
    async stopPatroni(host) {
      const patroni = running.get(`patroni ${host}`)
      patroni?.kill('SIGTERM')
      if (patroni) await endOf(patroni)
    },
    startPatroni,
    postmaster: (host) => postmasterOf(join(hostFolder(host), 'data')),
    async switchOver() {
      const leader = await find('leader')
      const response = await ask(leader, '/switchover', { leader, candidate: await find('sync_standby') })
      if (!response.ok) throw new Error(`The switchover failed: ${response.status} ${await response.text()}`)
    },
    async killHaproxy(host) {
      const haproxy = running.get(`haproxy ${host}`)
      haproxy?.kill('SIGKILL')
      if (haproxy) await endOf(haproxy)
    },
    startHaproxy,
    untilWhole,
    said: (lines) =>
      [
        ...databaseHostNames.map((host) => join(host, 'patroni.log')),
        ...applicationHostNames.map((host) => join(host, 'haproxy.log')),
      ]
        .map((file) => {
          const log = readFileSync(join(folder, file), 'utf8').split('\n')
          return `${file}:\n${log.slice(-lines).join('\n')}`
        })
        .join('\n'),
    stop,
  }
}

/** One statement on a connection of its own. */
export async function inDatabase(
  connectionString: string,
  text: string,
): Promise<{ rows: readonly Record<string, number>[] }> {
  const db = openDatabase({ connectionString, max: 1 })
  try {
    return await db.pool.query(text)
  } finally {
    await db.close()
  }
}

/** A network of loopback in which nobody has taken PostgreSQL's port. */
async function findNetwork(): Promise<string> {
  for (let number = process.pid % 200; number < 254; number += 1) {
    const network = `127.101.${number}.`
    if (await canListen(`${network}${databaseHosts.db1}`, 5_432)) return network
  }
  throw new Error('No network of loopback is free')
}

function canListen(host: string, port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
