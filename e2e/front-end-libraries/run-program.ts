import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** Builders that run in this process set NODE_ENV, and npm would then install no tools. */
const quiet = {
  NODE_ENV: undefined,
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  CI: '1',
}

/** Runs a program in a folder and gives what it printed; rejects with that when it fails. */
export async function runProgram(
  cwd: string,
  [program = '', ...args]: readonly string[],
  env: object = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...quiet, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    }),
  ])
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${printed}${complained}`)
  return printed
}

export interface Served {
  /** What it has printed so far. */
  readonly printed: () => string
  stop(): Promise<void>
}

/** Starts a server and waits until it answers. */
export async function serve(
  cwd: string,
  [program = '', ...args]: readonly string[],
  url: string,
  env: object,
): Promise<Served> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...quiet, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (printed += String(piece)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  for (const until = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${program} did not start:\n${printed}`)
    if (
      await fetch(url)
        .then(({ ok }) => ok)
        .catch(() => false)
    )
      break
  }
  return {
    printed: () => printed,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
