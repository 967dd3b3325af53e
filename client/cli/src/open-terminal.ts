import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Writable } from 'node:stream'
import type { Terminal } from './terminal.ts'

/** The terminal of this process. */
export function openTerminal(): Terminal {
  const { env, stdin, stdout, stderr } = process
  // A reader such as `head` that has seen enough.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  const lines = linesOf(stdin)
  return {
    env,
    cwd: process.cwd(),
    settingsFolder: settingsFolderOf(env),
    write: (piece) => void stdout.write(piece),
    tell: (piece) => void stderr.write(piece),
    async ask(question, { secret = false } = {}) {
      if (!stdin.isTTY) {
        const line = await lines()
        return line
      }
      return askPerson(question, secret)
    },
    input: () => text(stdin),
    fetch,
    now: Date.now,
    sleep: (ms) => sleep(ms),
  }
}

function settingsFolderOf(env: Terminal['env']): string {
  const base = process.platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME']
  return join(base || join(homedir(), '.config'), 'bollard')
}

/** Line after line of an input that is no terminal, opened when the first is asked for. */
function linesOf(input: NodeJS.ReadStream): () => Promise<string | null> {
  let reading: AsyncIterator<string> | undefined
  return async () => {
    reading ??= createInterface({ input })[Symbol.asyncIterator]()
    const { done, value } = await reading.next()
    return done ? null : value
  }
}

/** Shows nothing of a secret while it is typed. */
function askPerson(question: string, secret: boolean): Promise<string | null> {
  const silent = new Writable({ write: (_piece, _encoding, done) => done() })
  process.stderr.write(question)
  const reader = createInterface({ input: process.stdin, output: secret ? silent : process.stderr, terminal: true })
  return new Promise((resolve) => {
    reader.once('close', () => resolve(null))
    reader.once('line', (line) => {
      resolve(line)
      reader.close()
      if (secret) process.stderr.write('\n')
    })
  })
}
