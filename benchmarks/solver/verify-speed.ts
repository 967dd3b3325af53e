import { createSolver, solveChallenge } from '@bollard/proof-of-work'
import {
  type ChallengeFields,
  decodeChallenge,
  encodeChallenge,
  hashOrigin,
  signingKey,
  targetOf,
  verifySolution,
} from '@bollard/proof-of-work/server'

/** What the service pays for one challenge, in microseconds of this process; the best of fifteen rounds. */
export interface ServerCost {
  readonly encodeChallenge: number
  readonly decodeChallenge: number
  readonly verifySolution: number
}

const key = signingKey(Buffer.alloc(32, 1))

/** A challenge like that of a visitor; `number` makes it another one. */
function fieldsOf(target: number, number: number): ChallengeFields {
  return {
    kid: 1,
    algorithm: 'sha256',
    target,
    verificationId: `019a9b1c-5d3e-7abc-8def-${number.toString(16).padStart(12, '0')}`,
    siteId: 1,
    ttlSeconds: 600,
    round: 0,
    riskBand: 0,
    serverSignals: 0,
    originHash: hashOrigin('https://shop.example'),
    ran: [0, 0],
    fired: [0, 0],
    userAgentHash: 0,
    networkHash: 0,
    action: 0,
    language: null,
    environmentId: 1,
    rule: 0,
    flags: 0,
    conduct: 0,
    order: 0,
    grammar: 0,
    programs: [0, 0],
    volume: 0,
  }
}

export function someChallenge(target: number, number: number): string {
  return encodeChallenge(fieldsOf(target, number), key)
}

export async function measureServer(): Promise<ServerCost> {
  const fields = fieldsOf(targetOf(2 ** 16), 1)
  const token = encodeChallenge(fields, key)
  const solution = await solveChallenge({ token, solver: await createSolver({ wasm: true }) })
  const challenge = decodeChallenge(token, () => key)
  if (typeof challenge === 'string' || !verifySolution(challenge, solution))
    throw new Error('the solution was not accepted')
  return {
    encodeChallenge: microseconds(() => encodeChallenge(fields, key)),
    decodeChallenge: microseconds(() => decodeChallenge(token, () => key)),
    verifySolution: microseconds(() => verifySolution(challenge, solution)),
  }
}

function microseconds(call: () => unknown): number {
  const calls = 20_000
  let best = Infinity
  for (let round = 0; round < 16; round++) {
    const before = process.threadCpuUsage()
    for (let i = 0; i < calls; i++) call()
    const { user, system } = process.threadCpuUsage(before)
    // The first round lets the engine compile.
    if (round > 0) best = Math.min(best, (user + system) / calls)
  }
  return Math.round(best * 100) / 100
}
