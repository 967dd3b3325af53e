import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from './choose-endpoint.ts'
import { commandFor, type Launcher } from './choose-launcher.ts'
import { DataDirectoryError } from './data-directory-error.ts'
import { majorVersion, type Binaries } from './find-binaries.ts'

/** Makes the database cluster on the first start. A start killed half-way leaves nothing that would be taken for whole. */
export async function ensureCluster(
  dataDirectory: string,
  binaries: Binaries,
  launcher: Launcher,
  endpoint: Endpoint,
  sync: boolean,
): Promise<string> {
  const cluster = join(dataDirectory, 'cluster')
  if (existsSync(cluster)) {
    refuseOtherVersion(dataDirectory, cluster)
    return cluster
  }
  const unfinished = join(dataDirectory, 'cluster.new')
  rmSync(unfinished, { recursive: true, force: true })
  const login =
    endpoint.kind === 'socket' ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${endpoint.passwordFile}`]
  // The builtin locale sorts the same on every system, so data can move to another server.
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '--encoding=UTF8']
  await initialise(launcher, binaries.initdb, [
    '-D',
    unfinished,
    '-U',
    'bollard',
    ...login,
    ...locale,
    '--data-checksums',
    ...(sync ? [] : ['--no-sync']),
  ])
  renameSync(unfinished, cluster)
  return cluster
}

export function ensureDirectory(dataDirectory: string): void {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  chmodSync(dataDirectory, 0o700)
}

function refuseOtherVersion(dataDirectory: string, cluster: string): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === majorVersion) return
  throw new DataDirectoryError(
    'wrong-version',
    dataDirectory,
    `The data in ${dataDirectory} was written by PostgreSQL ${found}; this version needs ${majorVersion}.`,
  )
}

function initialise(launcher: Launcher, initdb: string, args: string[]): Promise<void> {
  const command = commandFor(launcher, initdb, args, true)
  return new Promise((resolve, reject) => {
    const output: string[] = []
    const child = spawn(command.file, command.args, {
      cwd: '/',
      uid: command.uid,
      gid: command.gid,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (data) => output.push(String(data)))
    child.stderr.on('data', (data) => output.push(String(data)))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb ended with ${code}: ${output.join('').trim()}`)),
    )
  })
}
