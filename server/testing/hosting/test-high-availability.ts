import { strict as assert } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { addressesOfRoles } from '@bollard/database/roles'
import { createSolver } from '@bollard/proof-of-work'
import { composeMigrate } from '../../compose-migrate.ts'
import { commandsOfPage } from '../high-availability/commands-of-page.ts'
import {
  applicationHosts,
  balancerHost,
  balancerPort,
  type DatabaseHost,
  databaseHosts,
  databaseHostNames,
} from '../high-availability/place-files.ts'
import {
  giveFolder,
  inDebian,
  postgresMajor,
  postgresPrograms,
  versionsOfPrograms,
} from '../high-availability/processes.ts'
import { inDatabase, startCluster } from '../high-availability/start-cluster.ts'
import { createCaptcha, makeSecrets, origin, startRole } from '../high-availability/start-installation.ts'
import { endOf, type Product, program, programEnvironment } from '../start-product.ts'
import { visit } from '../visit.ts'
import { ask } from '../high-availability/ask-balancer.ts'

/*
 * Starts what deploy/high-availability describes, with addresses of loopback for hosts, and runs every command of the operator's page in its order. What
 * systemd would start is started as its unit says; a command that this file doesn't know is a fault. Visitors verify after each change, and strangers
 * get nowhere.
 *   node_modules/.bin/node server/testing/hosting/test-high-availability.ts
 * Needs the built widget, Linux, and Debian's packages patroni, etcd-server, haproxy and postgresql-15. Writes
 * deploy/last-run-of-high-availability.json.
 */
const versions = versionsOfPrograms()
const cluster = await startCluster(AbortSignal.timeout(120_000), { empty: true })
const products: Product[] = []
const secrets = makeSecrets()
const folder = join(cluster.folder, 'products')
const backups = join(cluster.folder, 'backups')
for (const path of [folder, backups]) mkdirSync(path)
giveFolder(backups)
const ground = { ...cluster, folder }
const app1 = `${cluster.network}${applicationHosts.app1}`
const solver = await createSolver({ wasm: true })
const passed: string[] = []
let stopped: DatabaseHost | undefined
let captcha: Awaited<ReturnType<typeof createCaptcha>> | undefined

type Rule = readonly [pattern: RegExp, does: (command: string) => Promise<void> | void]
const rules: readonly Rule[] = [
  [/^apt-get install --no-install-recommends (.+)$/u, (command) => areInstalled(command.split(' ').slice(3))],
  // Debian's packages start a server of their own; here nothing did.
  [/^systemctl disable --now postgresql$/u, () => {}],
  [/^systemctl enable --now (?:etcd|patroni)$/u, () => cluster.untilWhole(AbortSignal.timeout(60_000))],
  [/^systemctl enable --now haproxy$/u, () => {}],
  [/^DATA_DIR=\/var\/lib\/bollard \/opt\/bollard\/bin\/bollard copy-database --to /u, copyDatabase],
  [/^systemctl enable --now bollard@(worker|edge|api)$/u, startUnit],
  [/^curl -s http/u, (command) => assert.match(run(here(command)), /true|"state"/u)],
  [
    /^patronictl .* list$/u,
    (command) => assert.match(run(here(command)), /Leader[\s\S]*Sync Standby|Sync Standby[\s\S]*Leader/u),
  ],
  [/^psql /u, (command) => run(here(command), cluster.passwords.postgres)],
  [/^\/opt\/bollard\/bin\/bollard edge-database-url$/u, printEdgeUrl],
  [/^systemctl stop patroni$/u, stopPrimary],
  [/^systemctl start patroni$/u, startStopped],
  [/^patronictl .* switchover --candidate db2 --force$/u, switchOver],
  [/^patronictl .* reinit bollard db3 --force --wait$/u, copyAnew],
  [/^pg_basebackup |^pg_verifybackup /u, (command) => run(here(command), cluster.passwords.replicator)],
]

try {
  for (const command of commandsOfPage('en')) {
    const [, does] = rules.find(([pattern]) => pattern.test(command)) ?? []
    assert.ok(does, `the page has a command that is not run: ${command}`)
    await does(command)
    console.log(`ran: ${command}`)
    passed.push(command)
    if (captcha !== undefined && products.length >= 2) await verify(captcha)
  }
  await refusesStrangers()
  await standsStillAlone()
  const record = { date: new Date().toISOString().slice(0, 10), versions, ran: passed }
  writeFileSync(
    new URL('../../../deploy/last-run-of-high-availability.json', import.meta.url),
    `${JSON.stringify(record, null, 2)}\n`,
  )
} finally {
  for (const { supervisor } of products) supervisor.kill('SIGTERM')
  await Promise.all(products.map(({ supervisor }) => endOf(supervisor)))
  await cluster.stop()
}

/** Who has reached a port and knows no password changes nothing: neither who is primary, nor the settings, nor a row. */
async function refusesStrangers(): Promise<void> {
  const leader = await cluster.leader()
  const patroni = `http://${cluster.network}${databaseHosts[leader]}:8008`
  const tries = [
    ['POST', '/switchover', { leader, candidate: await cluster.syncStandby() }],
    ['POST', '/failover', { candidate: await cluster.syncStandby() }],
    ['POST', '/restart', {}],
    ['POST', '/reinitialize', {}],
    ['PATCH', '/config', { synchronous_mode: false }],
    ['PUT', '/config', { synchronous_mode: false }],
  ] as const
  const guess = `Basic ${Buffer.from('patroni:CHANGE-ME-PATRONI').toString('base64')}`
  const strangers: Record<string, string>[] = [{}, { authorization: guess }]
  for (const [method, path, body] of tries)
    for (const headers of strangers) {
      const { status } = await fetch(`${patroni}${path}`, { method, headers, body: JSON.stringify(body) })
      assert.equal(status, 401, `${method} ${path}`)
    }
  for (const user of ['postgres', 'replicator', 'bollard', 'bollard_edge']) {
    const url = `postgresql://${user}:CHANGE-ME@${app1}:5432/bollard`
    await assert.rejects(inDatabase(url, 'select 1'), /password authentication failed|no pg_hba.conf entry/u, user)
  }
  assert.equal(await cluster.leader(), leader)
}

/** One database host without the others acknowledges nothing, and all goes on once they are back. */
async function standsStillAlone(): Promise<void> {
  assert.ok(captcha)
  const leader = await cluster.leader()
  const others = databaseHostNames.filter((host) => host !== leader)
  for (const host of others) cluster.killDatabaseHost(host)
  // What a standby had stored may still be acknowledged for a moment.
  await pause(1_000)
  for (let tries = 0; tries < 3; tries += 1)
    assert.equal(await tryOnce(captcha), false, 'acknowledged by one host alone')
  for (const host of others) cluster.startDatabaseHost(host)
  await cluster.untilWhole(AbortSignal.timeout(120_000))
  await verify(captcha)
}

/** The same command with the addresses, files and passwords of this cluster. */
function here(command: string): string {
  return command
    .replaceAll('10.0.0.', cluster.network)
    .replaceAll('127.0.0.1', app1)
    .replaceAll('/etc/patroni/config.yml', cluster.patroniFile('db1'))
    .replaceAll('/var/backups/bollard', join(backups, 'base'))
    .replaceAll('CHANGE-ME', cluster.passwords.bollard)
}

function run(command: string, password = ''): string {
  const env = { PATH: `${process.env.PATH}:${postgresPrograms}`, PGPASSWORD: password, LC_ALL: 'C.UTF-8' }
  const [shell, args] = inDebian(['/bin/sh', '-c', command])
  const { status, stdout, stderr } = spawnSync(shell, args, { encoding: 'utf8', env, timeout: 120_000 })
  assert.equal(status, 0, `${command}\n${stdout}${stderr}`)
  return stdout
}

function areInstalled(packages: readonly string[]): void {
  for (const name of packages.map((one) => one.replace('postgresql-15', `postgresql-${postgresMajor}`)))
    run(`dpkg-query -W -f '\${Status}' ${name} | grep -q 'ok installed'`)
}

async function startUnit(command: string): Promise<void> {
  const role = command.endsWith('worker') ? 'worker' : command.endsWith('edge') ? 'edge' : 'api'
  products.push(await startRole(ground, role, 'app1', secrets))
}

/** From the built-in database of the one machine before, as its last start left it, with a captcha that visitors verify at from then on. */
async function copyDatabase(command: string): Promise<void> {
  const DATA_DIR = join(folder, 'one-machine')
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDirectory: join(DATA_DIR, 'postgres') })
  const encryptionKey = secrets.ENCRYPTION_KEY
  const databases = addressesOfRoles(connectionString, encryptionKey)
  await composeMigrate({ name: 'migrate', databaseUrl: connectionString, databases, encryptionKey })
  captcha = await createCaptcha(connectionString)
  await stop()
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...here(command).split(' ').slice(2)], {
    encoding: 'utf8',
    env: { ...programEnvironment, DATA_DIR },
    timeout: 120_000,
  })
  assert.match(stdout, /Both have the same rows/u, stdout + stderr)
}

function printEdgeUrl(): void {
  const databaseUrl = cluster.databaseUrl('app1')
  const { stdout, stderr } = spawnSync(process.execPath, [program, 'edge-database-url'], {
    encoding: 'utf8',
    env: {
      ...programEnvironment,
      ...secrets,
      ROLE: 'worker',
      NODE_ENV: 'production',
      DATA_DIR: join(folder, 'command'),
      DATABASE_URL: databaseUrl,
    },
  })
  assert.ok(stdout.includes(addressesOfRoles(databaseUrl, '').bollard_edge), stdout + stderr)
}

/** A standby takes over from a host whose Patroni was stopped in order. */
async function stopPrimary(): Promise<void> {
  stopped = await cluster.leader()
  await cluster.stopPatroni(stopped)
  assert.equal(cluster.postmaster(stopped), undefined)
  for (const until = Date.now() + 20_000; (await cluster.leader().catch(() => stopped)) === stopped; await pause(200))
    assert.ok(Date.now() < until, 'no standby has taken over')
}

async function startStopped(): Promise<void> {
  assert.ok(stopped)
  cluster.startPatroni(stopped)
  await cluster.untilWhole(AbortSignal.timeout(60_000))
}

async function switchOver(command: string): Promise<void> {
  const candidate = await cluster.syncStandby()
  run(here(command.replace('db2', candidate)))
  assert.equal(await cluster.leader(), candidate)
  await cluster.untilWhole(AbortSignal.timeout(60_000))
}

async function copyAnew(command: string): Promise<void> {
  const [leader, sync] = [await cluster.leader(), await cluster.syncStandby()]
  const other: DatabaseHost = databaseHostNames.find((host) => host !== leader && host !== sync) ?? 'db3'
  run(here(command.replace('db3', other)))
  await cluster.untilWhole(AbortSignal.timeout(120_000))
}

/** A verification, once the balancer has noticed who is there. */
async function verify(keys: NonNullable<typeof captcha>): Promise<void> {
  for (const until = Date.now() + 20_000; !(await tryOnce(keys)); await pause(500))
    assert.ok(Date.now() < until, `no verification after: ${passed.at(-1)}`)
}

/** Whether one whole verification through the balancer, from an address of its own, is acknowledged. */
async function tryOnce({ siteKey, secretKey }: NonNullable<typeof captcha>): Promise<boolean> {
  const address = `127.110.${passed.length}.${1 + (Date.now() % 250)}`
  const agent = new Agent({ localAddress: address })
  const done = await visit({
    apiUrl: `http://${cluster.network}${balancerHost}:${balancerPort}`,
    origin,
    siteKey,
    secretKey,
    solver,
    address,
    mayAnswer: async () => {},
    async fetch(input, init) {
      const headers = Object.fromEntries(new Headers(init?.headers))
      if (init?.body instanceof URLSearchParams) headers['content-type'] = 'application/x-www-form-urlencoded'
      const outcome = await ask(agent, String(input), String(init?.body), headers)
      if (outcome instanceof Response) return outcome
      throw new Error(outcome)
    },
  })
  agent.destroy()
  return done?.redeemed === true
}
