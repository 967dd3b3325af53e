import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FrameworkCase, frameworkTable } from './framework-table.ts'
import { closedPort } from './loopback.ts'
import type { FrameworkServer } from './serve-frameworks.ts'

/** An application of a framework that serves the addresses of `client/framework-cases.json`. */
export interface Framework {
  readonly name: string
  /** Prints its version. */
  readonly version: readonly string[]
  /** Builds it. */
  readonly before?: readonly string[]
  /** Starts it on the port PORT of 127.0.0.1, with BOLLARD_HOST, BOLLARD_SECRET_KEY and BOLLARD_FAIL_POLICY. */
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Cases that mean something else to this framework, with the reason. */
  readonly apart?: Readonly<Record<string, string>>
}

export interface FrameworkResult {
  readonly cases: number
  readonly of: number
  /** What differs, by the ids of the cases. */
  readonly faults: Record<string, object>
}

const startMs = 60_000

/** Starts an application once for each fail policy and runs all cases with it. */
export async function runFramework(
  server: FrameworkServer,
  framework: Framework,
  cwd: string,
): Promise<FrameworkResult> {
  const rows = frameworkTable.cases.filter(({ id }) => framework.apart?.[id] === undefined)
  const faults: Record<string, object> = {}
  for (const policy of ['recorded-outage', 'closed', 'open'] as const) {
    const ofPolicy = rows.filter(({ failPolicy }) => failPolicy === policy)
    Object.assign(faults, await runRows(server, framework, cwd, policy, ofPolicy))
  }
  return { cases: rows.length - Object.keys(faults).length, of: rows.length, faults }
}

async function runRows(
  server: FrameworkServer,
  { command: [program = '', ...rest], env }: Framework,
  cwd: string,
  policy: string,
  rows: readonly FrameworkCase[],
): Promise<Record<string, object>> {
  const application = await closedPort()
  const child = spawn(program, rest, {
    cwd,
    env: {
      ...process.env,
      ...env,
      PORT: new URL(application).port,
      BOLLARD_HOST: server.host,
      BOLLARD_SECRET_KEY: server.secretKey,
      BOLLARD_FAIL_POLICY: policy,
    },
    // A group of its own, so that what the program itself starts ends with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: Buffer[] = []
  child.stderr.on('data', (part: Buffer) => said.push(part))
  const faults: Record<string, object> = {}
  try {
    if (!(await isUp(application, child)))
      throw new Error(`did not start: ${Buffer.concat(said).toString().slice(-4_000)}`)
    for (const row of rows) {
      const fault = await server.run(row, application).catch((error: unknown) => ({ broken: String(error) }))
      if (fault !== null) faults[row.id] = fault
    }
    if (Object.keys(faults).length > 0) console.log(Buffer.concat(said).toString().slice(-4_000))
  } catch (error) {
    for (const { id } of rows) faults[id] = { broken: String(error) }
  } finally {
    await end(child)
  }
  return faults
}

/** Whether something answers before the program ends or the time is over. */
export async function isUp(address: string, child: ChildProcess): Promise<boolean> {
  for (const until = Date.now() + startMs; Date.now() < until && child.exitCode === null; await sleep(50))
    try {
      await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(5_000) })
      return true
    } catch {
      // Not yet.
    }
  return false
}

/** Ends a program and whatever it started. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGKILL')
  await ended
}
