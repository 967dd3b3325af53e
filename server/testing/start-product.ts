import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePorts } from './free-ports.ts'

/** Which of the product's processes to kill. */
export type Victim = 'supervisor' | 'api' | 'postmaster'

export interface Product {
  readonly apiUrl: string
  readonly websiteUrl: string
  readonly metricsUrl: string
  /** Of the built-in database. */
  readonly connectionString: string
  readonly supervisor: ChildProcess
  /** Everything it printed. */
  readonly said: () => string
  pidOf(victim: Victim): number | undefined
}

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
const portNames = ['WEBSITE_PORT', 'IDENTITY_PORT', 'DASHBOARD_PORT', 'API_PORT', 'METRICS_PORT'] as const

/** Ports that are free now, for all settings that need one. */
export async function freePorts(): Promise<Record<(typeof portNames)[number], string>> {
  const ports = (await findFreePorts(portNames.length)).map(String)
  const [WEBSITE_PORT = '', IDENTITY_PORT = '', DASHBOARD_PORT = '', API_PORT = '', METRICS_PORT = ''] = ports
  return { WEBSITE_PORT, IDENTITY_PORT, DASHBOARD_PORT, API_PORT, METRICS_PORT }
}

/** Starts the whole product as `npm start` does after its builds. Resolves once it says that it runs. */
export async function startProduct(
  ports: Awaited<ReturnType<typeof freePorts>>,
  dataDirectory: string,
  environment: Record<string, string> = {},
): Promise<Product> {
  const supervisor = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', DATA_DIR: dataDirectory, ...ports, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  await new Promise<void>((resolve, reject) => {
    const hear = (data: unknown) => {
      output.push(String(data))
      if (String(data).includes('Bollard runs.')) resolve()
    }
    supervisor.stdout.on('data', hear)
    supervisor.stderr.on('data', hear)
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
    pidOf: (victim) =>
      victim === 'supervisor'
        ? supervisor.pid
        : childOf(supervisor.pid, victim === 'api' ? 'child/main.ts api' : 'bin/postgres -D'),
  }
}

/** Resolves with the exit code, or the signal that ended it. */
export function endOf(process: ChildProcess): Promise<number | string | null> {
  if (process.exitCode !== null || process.signalCode !== null)
    return Promise.resolve(process.exitCode ?? process.signalCode)
  return new Promise((resolve) => process.once('exit', (code, signal) => resolve(code ?? signal)))
}

function childOf(parent: number | undefined, command: string): number | undefined {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const line = stdout
    .split('\n')
    .map((text) => /^\s*(\d+)\s+(\d+)\s+(.*)$/u.exec(text))
    .find((match) => Number(match?.[2]) === parent && match?.[3]?.includes(command))
  return line ? Number(line[1]) : undefined
}
