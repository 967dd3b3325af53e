import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createSolver, readChallenge, solveChallenge } from '@bollard/proof-of-work'

/** A solution and what it cost. */
export interface Solved {
  readonly solution: string
  readonly hashes: number
  readonly cpuSeconds: number
}

export interface AttackSolver {
  /** How it was built: 'native' where a C compiler is there, else 'WebAssembly'. */
  readonly kind: 'native' | 'WebAssembly'
  /** Hashes of SHA-256 that one thread does in a second of processor time. */
  readonly hashesPerSecond: number
  /** Does the work of one of our challenges. */
  solve(token: string): Promise<Solved>
  /** The decimal number whose hash behind `text` begins with these hexadecimal digits; only where it is native. */
  findNumber(text: string, wanted: string): Promise<Solved>
  stop(): Promise<void>
}

/** The cheapest solver that can be had here, and its rate on this machine. */
export async function startAttackSolver(): Promise<AttackSolver> {
  return (await startNative()) ?? startWasm()
}

async function startNative(): Promise<AttackSolver | null> {
  const folder = await mkdtemp(join(tmpdir(), 'bollard-solve-'))
  const program = join(folder, 'solve')
  const source = fileURLToPath(new URL('solve.c', import.meta.url))
  try {
    execFileSync('cc', ['-O3', '-march=native', '-o', program, source], { stdio: 'ignore' })
  } catch {
    await rm(folder, { recursive: true })
    return null
  }
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ask = lineByLine(child)
  const run = async (task: string) => {
    const [result = '', hashes, nanos] = (await ask(task)).split(' ')
    return { result, hashes: Number(hashes), cpuSeconds: Number(nanos) / 1e9 }
  }
  const solve = async (token: string): Promise<Solved> => {
    const { prefix, target } = readChallenge(token)
    const { result, ...cost } = await run(`work ${Buffer.from(prefix).toString('hex')} ${target}`)
    return { solution: Buffer.from(result, 'hex').toString('base64url'), ...cost }
  }
  // Wrong by luck of the draw within a percent: about four million hashes in each of eight tasks.
  const trials: { hashes: number; cpuSeconds: number }[] = []
  for (let trial = 0; trial < 8; trial++) trials.push(await run(`work ${'ab'.repeat(63)}0${trial} ${2 ** 15}`))
  const sum = (read: (trial: (typeof trials)[number]) => number) =>
    trials.reduce((total, trial) => total + read(trial), 0)
  return {
    kind: 'native',
    hashesPerSecond: sum(({ hashes }) => hashes) / sum(({ cpuSeconds }) => cpuSeconds),
    solve,
    async findNumber(text, wanted) {
      const bits = wanted.length * 4
      const whole = wanted.length % 2 === 0 ? wanted : `${wanted}0`
      const { result, ...cost } = await run(`digits ${Buffer.from(text).toString('hex')} ${whole} ${bits}`)
      return { solution: result, ...cost }
    },
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.stdin?.end()
      await gone
      await rm(folder, { recursive: true })
    },
  }
}

/** Lines in, lines out, in the same order. */
function lineByLine(child: ChildProcess): (line: string) => Promise<string> {
  const waiting: { resolve(line: string): void; reject(error: Error): void }[] = []
  if (child.stdin === null || child.stdout === null) throw new Error('The solver has no pipes')
  const { stdin } = child
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.resolve(line))
  child.once('exit', (code) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(`The solver ended with ${code}`))
  })
  return (line) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
      stdin.write(`${line}\n`)
    })
}

async function startWasm(): Promise<AttackSolver> {
  const solver = await createSolver({ wasm: true })
  const timed = async (token: string): Promise<Solved> => {
    const { target } = readChallenge(token)
    const before = process.threadCpuUsage()
    const solution = await solveChallenge({ token, solver, sliceMs: 1_000 })
    const { user, system } = process.threadCpuUsage(before)
    return { solution, hashes: (32 * 2 ** 32) / target, cpuSeconds: (user + system) / 1e6 }
  }
  const begun = process.threadCpuUsage()
  const hashes = 2 ** 24
  for (let start = 0; start < hashes; start += 4096)
    solver.solve({ prefix: new Uint8Array(64).fill(171), target: 0, index: 0, start, count: 4096 })
  const { user, system } = process.threadCpuUsage(begun)
  return {
    kind: 'WebAssembly',
    hashesPerSecond: hashes / ((user + system) / 1e6),
    solve: timed,
    findNumber: async () => {
      throw new Error('Peers are attacked with the native solver only: there is no C compiler')
    },
    stop: async () => undefined,
  }
}
