import { strict as assert } from 'node:assert'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectValkey, type ValkeyConnection } from '@bollard/limits'
import { findFreePorts } from '../free-ports.ts'
import { endOf } from '../start-product.ts'

export interface ValkeyServer {
  readonly url: string
  /** Such as `redis-server 7.0.15`. */
  readonly version: string
  readonly kill: () => Promise<void>
  /** After it was killed, on the same port, with nothing in it. */
  readonly startAgain: () => void
  readonly stop: () => Promise<void>
}

/** Starts the valkey-server or redis-server of this machine on loopback, without a disk. Throws where there is none. */
export async function startValkey(): Promise<ValkeyServer> {
  const program = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0)
  assert.ok(program, 'needs valkey-server or redis-server, as Debian has them')
  const [port = 0] = await findFreePorts(1)
  const folder = mkdtempSync(join(tmpdir(), 'bollard-valkey-'))
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const start = () => spawn(program, settings, { stdio: 'ignore' })
  const version = /v=([\d.]+)/u.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1]
  let server = start()
  const kill = async () => {
    server.kill('SIGKILL')
    await endOf(server)
  }
  return {
    url: `valkey://127.0.0.1:${port}`,
    version: `${program} ${version}`,
    kill,
    startAgain() {
      server = start()
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A connection that is there. */
export async function connectedValkey(url: string): Promise<ValkeyConnection> {
  const connection = connectValkey(url, () => undefined)
  for (const until = Date.now() + 10_000; Date.now() < until; await pause(20))
    if ((await connection.sendCommand(['PING']).catch(() => null)) === 'PONG') return connection
  return assert.fail('the server does not answer')
}
