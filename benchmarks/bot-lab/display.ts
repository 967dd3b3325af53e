import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from './processes.ts'

/** Pixels of the screen that headed visitors see. */
const screen = '1920x1080x24'

export interface Display {
  /** ':99' */
  readonly name: string
  stop(): Promise<void>
}

/** An X display with a window manager. The server picks a free number itself, so runs do not meet. */
export async function startDisplay(): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const name = `:${await firstLine(server.stdio[3], server)}`
  const windows = startProcess('openbox', [], { env: { ...process.env, DISPLAY: name } })
  // The manager says nowhere that it is ready; a window opened before it is simply taken over.
  await sleep(500)
  return {
    name,
    stop: async () => {
      await windows.stop()
      const gone = new Promise((resolve) => server.once('exit', resolve))
      if (server.exitCode === null && server.kill()) await gone
    },
  }
}

function firstLine(stream: unknown, server: NodeJS.EventEmitter): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error('Xvfb ended before it had a display')))
    let text = ''
    if (!isReadable(stream)) return reject(new Error('Xvfb has no pipe to name its display'))
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(text.trim())
    })
  })
}

function isReadable(stream: unknown): stream is Readable {
  return typeof stream === 'object' && stream !== null && 'on' in stream
}
