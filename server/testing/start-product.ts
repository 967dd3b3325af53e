import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adoptCluster } from '@bollard/database/embedded'
import { sites } from '../sites.ts'
import { findFreePorts } from './free-ports.ts'

/** A process of the product. */
export type Part = 'supervisor' | 'api' | 'edge' | 'sites' | 'postmaster'

export interface Product {
  readonly apiUrl: string
  readonly websiteUrl: string
  readonly metricsUrl: string
  /** Of the built-in database. */
  readonly connectionString: string
  readonly supervisor: ChildProcess
  /** Everything it printed. */
  readonly said: () => string
  pidOf(part: Part): number | undefined
  /** All processes of the part, the oldest first: in a reload one drains beside the next. */
  pidsOf(part: Part): number[]
}

/** What `tools/prepare-product.ts` has made for this run of the tests; without it the product starts from its sources and an empty folder. */
const prepared = process.env.PREPARED_PRODUCT

/** What runs the installation and each of its commands. */
export const program = prepared
  ? join(prepared, 'server/main.js')
  : fileURLToPath(new URL('../main.ts', import.meta.url))

/** For NODE_OPTIONS: see there. */
export const sparingWork = `--import ${prepared ? join(prepared, 'e2e/spare-work.js') : fileURLToPath(new URL('../../e2e/spare-work.ts', import.meta.url))}`

/** What each program of the installation is started with, beside its settings. They share what Node made of the modules: half of a short command. */
export const programEnvironment = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../.build/compiled', import.meta.url)),
}

const portNames = [...sites.map(({ port }) => port), 'API_PORT', 'METRICS_PORT'] as const

/** Ports that are free now, for all settings that need one. */
export async function freePorts(): Promise<Record<(typeof portNames)[number], string>> {
  const ports = await findFreePorts(portNames.length)
  // Every name has a port, since as many were asked for.
  return Object.fromEntries(portNames.map((name, index) => [name, String(ports[index])])) as Record<
    (typeof portNames)[number],
    string
  >
}

/** Puts the database of a first start into a data folder that has none, where one is prepared; else the start makes it. */
export async function layDatabase(dataDirectory: string): Promise<void> {
  const folder = join(dataDirectory, 'postgres')
  if (!prepared || existsSync(folder)) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await cp(join(prepared, 'postgres/cluster'), join(folder, 'cluster'), { recursive: true })
  adoptCluster(folder)
}

/**
 * Starts the whole product as `npm start` does after its builds. Resolves once it says that it runs. By the channel it learns that
 * the process that called this is gone, however that ended, and ends too.
 */
export async function startProduct(
  ports: Awaited<ReturnType<typeof freePorts>>,
  dataDirectory: string,
  environment: Record<string, string> = {},
): Promise<Product> {
  if (!('DATABASE_URL' in environment || 'EDGE_DATABASE_URL' in environment || environment.ROLE === 'sites'))
    await layDatabase(dataDirectory)
  const supervisor = spawn(process.execPath, [program], {
    env: { ...programEnvironment, HOST: '127.0.0.1', DATA_DIR: dataDirectory, ...ports, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output: string[] = []
  await new Promise<void>((resolve, reject) => {
    const hear = (data: unknown) => {
      output.push(String(data))
      if (String(data).includes('Bollard runs.')) resolve()
    }
    supervisor.stdout?.on('data', hear)
    supervisor.stderr?.on('data', hear)
    supervisor.once('exit', (code, signal) =>
      reject(new Error(`It ended (${signal ?? code}) and said:\n${output.join('')}`)),
    )
  })
  return {
    apiUrl: `http://127.0.0.1:${ports.API_PORT}`,
    websiteUrl: `http://127.0.0.1:${ports.WEBSITE_PORT}`,
    metricsUrl: `http://127.0.0.1:${ports.METRICS_PORT}`,
    connectionString: `postgresql:///bollard?${new URLSearchParams({ host: join(dataDirectory, 'postgres'), user: 'bollard' })}`,
    supervisor,
    said: () => output.join(''),
    pidsOf: (part) => findParts(supervisor.pid, part),
    pidOf: (part) => (part === 'supervisor' ? supervisor.pid : findPart(supervisor.pid, part)),
  }
}

/** Resolves with the exit code, or the signal that ended it. */
export function endOf(process: ChildProcess): Promise<number | string | null> {
  if (process.exitCode !== null || process.signalCode !== null)
    return Promise.resolve(process.exitCode ?? process.signalCode)
  return new Promise((resolve) => process.once('exit', (code, signal) => resolve(code ?? signal)))
}

const commands = {
  supervisor: /server\/main\.[jt]s/u,
  api: /child\/main\.[jt]s api/u,
  edge: /child\/main\.[jt]s edge/u,
  sites: /child\/main\.[jt]s sites/u,
  postmaster: /bin\/postgres -D/u,
}

/** The process of the product that this one has started. */
export function findPart(parent: number | undefined, part: Part): number | undefined {
  return findParts(parent, part)[0]
}

function findParts(parent: number | undefined, part: Part): number[] {
  return listProcesses()
    .filter((one) => one.parent === parent && commands[part].test(one.command))
    .toSorted((one, other) => other.seconds - one.seconds || one.pid - other.pid)
    .map(({ pid }) => pid)
}

/** Those of the processes that still run. What has ended and was not yet asked about by its parent does not. */
export function stillRunning(pids: readonly (number | undefined)[]): number[] {
  return listProcesses().flatMap(({ pid, state }) => (pids.includes(pid) && !state.startsWith('Z') ? [pid] : []))
}

function listProcesses() {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,stat=,etimes=,args='], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 ** 2,
  })
  return stdout.split('\n').flatMap((text) => {
    const [, pid, parent, state = '', seconds, command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s+(.*)$/u.exec(text) ?? []
    return pid === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), state, seconds: Number(seconds), command }]
  })
}
