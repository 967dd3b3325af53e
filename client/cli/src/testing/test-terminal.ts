import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBollard, type Terminal } from '../run-bollard.ts'

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
  /** Questions that were asked. */
  readonly asked: readonly string[]
}

export interface TestShell {
  /** Holds the settings and whatever a test puts there. */
  readonly folder: string
  readonly terminal: Terminal
  /** Milliseconds that were waited, one after another. */
  readonly waits: number[]
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>
  remove(): void
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  /** What the person answers, in turn; nobody answers beyond. */
  readonly answers?: readonly string[]
  readonly input?: string
  readonly cwd?: string
}

/** A person at a terminal of their own, who runs commands in this process. Nothing waits in real time. */
export function openShell(given: Partial<Terminal> = {}): TestShell {
  const folder = mkdtempSync(join(tmpdir(), 'bollard-cli-'))
  const waits: number[] = []
  const terminal: Terminal = {
    env: {},
    cwd: folder,
    settingsFolder: join(folder, 'settings'),
    write: () => {},
    tell: () => {},
    ask: async () => null,
    input: async () => '',
    fetch,
    now: Date.now,
    sleep: async (ms) => void waits.push(ms),
    ...given,
  }
  return {
    folder,
    terminal,
    waits,
    async run(argv, { env = {}, answers = [], input = '', cwd = folder } = {}) {
      const [out, err, asked]: string[][] = [[], [], []]
      const left = [...answers]
      const code = await runBollard(argv, {
        ...terminal,
        env: { ...terminal.env, ...env },
        cwd,
        write: (text) => void out?.push(text),
        tell: (text) => void err?.push(text),
        ask: async (question) => {
          asked?.push(question)
          return left.shift() ?? null
        },
        input: async () => input,
      })
      return { code, out: out?.join('') ?? '', err: err?.join('') ?? '', asked: asked ?? [] }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
