import { randomBytes } from 'node:crypto'
import Cap from '@cap.js/server'
import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { derive } from '../service/contenders/cap-derivation.ts'
import type { AttackSolver } from './work/solver.ts'

export interface PeerResult {
  readonly name: string
  readonly tokens: number
  readonly of: number
  /** Processor time of one thread; always the same, whoever asks and how often. */
  readonly cpuSecondsPerToken: number
}

/** What a token of the peers costs at their defaults, solved by the same program. Their servers are called without HTTP. */
export async function runPeers(solver: AttackSolver, tokens: number): Promise<PeerResult[]> {
  if (solver.kind !== 'native') return []
  return [await measure('ALTCHA', tokens, () => solveAltcha(solver)), await measure('Cap', tokens, capSolver(solver))]
}

async function measure(name: string, of: number, once: () => Promise<{ ok: boolean; cpuSeconds: number }>) {
  const all: { ok: boolean; cpuSeconds: number }[] = []
  for (let token = 0; token < of; token++) all.push(await once())
  const tokens = all.filter(({ ok }) => ok).length
  return { name, tokens, of, cpuSecondsPerToken: all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / tokens }
}

const hmacKey = randomBytes(32).toString('hex')

/** altcha-lib's only default that asks for an amount of work: SHA-256 of a number below a million. */
async function solveAltcha(solver: AttackSolver) {
  const { algorithm, challenge, salt, signature } = await createChallenge({
    hmacKey,
    expires: new Date(Date.now() + 600_000),
  })
  const { solution, cpuSeconds } = await solver.findNumber(salt, challenge)
  const payload = { algorithm, challenge, number: Number(solution), salt, signature, took: 120 }
  return { ok: await verifySolution(Buffer.from(JSON.stringify(payload)).toString('base64'), hmacKey), cpuSeconds }
}

/** Fifty times four hexadecimal zeros' worth of hashes, at random places. */
function capSolver(solver: AttackSolver) {
  const cap = new Cap({ noFSState: true })
  return async () => {
    const { token = '', challenge } = await cap.createChallenge()
    let cpuSeconds = 0
    const solutions: number[] = []
    for (let index = 1; index <= challenge.c; index++) {
      const salt = derive(`${token}${index}`, challenge.s)
      const solved = await solver.findNumber(salt, derive(`${token}${index}d`, challenge.d))
      cpuSeconds += solved.cpuSeconds
      solutions.push(Number(solved.solution))
    }
    return { ok: (await cap.redeemChallenge({ token, solutions })).success, cpuSeconds }
  }
}
