import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'yaml'
import { endOf } from '../start-product.ts'
import { giveFolder, inDebian, postgresPrograms as programs, postmasterOf, startUnprivileged } from './processes.ts'
import { type Cluster, inDatabase } from './start-cluster.ts'

/** One PostgreSQL without a standby. */
export interface Single {
  readonly databaseUrl: string
  readonly postmaster: () => number | undefined
  stop(): Promise<void>
}

/** A PostgreSQL with the settings of the cluster's, but none beside it, on another address of its network, with an empty database. */
export async function startSingle(cluster: Cluster): Promise<Single> {
  const folder = join(cluster.folder, 'single')
  const data = join(folder, 'data')
  mkdirSync(folder)
  giveFolder(folder)
  const file = parse(readFileSync(cluster.patroniFile('db1'), 'utf8'))
  const settings: Record<string, string | number> = {
    ...file.bootstrap.dcs.postgresql.parameters,
    listen_addresses: `${cluster.network}14`,
    unix_socket_directories: folder,
    // As Patroni sets it, so that as much is logged.
    wal_level: 'replica',
  }
  const log = join(folder, 'postgres.log')
  const initdb = [
    `${programs}/initdb`,
    '-D',
    data,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-k',
    '-A',
    'trust',
    '-U',
    'postgres',
  ] as const
  if ((await endOf(startUnprivileged([...initdb], log))) !== 0) throw new Error(readFileSync(log, 'utf8'))
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const postgres = startUnprivileged([`${programs}/postgres`, '-D', data, ...options], log)
  const admin = `postgresql://postgres:none@${cluster.network}14:5432/postgres`
  for (let tries = 0; ; tries += 1) {
    const ready = spawnSync(...inDebian([`${programs}/pg_isready`, '-q', '-h', `${cluster.network}14`])).status === 0
    if (ready) break
    if (tries > 100) throw new Error(readFileSync(log, 'utf8'))
    await pause(100)
  }
  await inDatabase(admin, `create role bollard login createrole password 'single'`)
  await inDatabase(admin, 'create database bollard owner bollard')
  return {
    databaseUrl: `postgresql://bollard:single@${cluster.network}14:5432/bollard`,
    postmaster: () => postmasterOf(data),
    async stop() {
      postgres.kill('SIGINT')
      await endOf(postgres)
    },
  }
}
