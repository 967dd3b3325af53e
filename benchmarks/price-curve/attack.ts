import { addressIn, type Network } from './networks.ts'
import type { Stage } from './genuine.ts'
import type { Caller } from './service/client.ts'
import { type Findings, notRedeemed, type Outcome, visit } from './visit.ts'
import type { AttackSolver } from './work/solver.ts'

/** What a method of attack does for each token, beside the work. */
export interface Claim {
  readonly headers: Readonly<Record<string, string>>
  findings(challenge: string): Findings | Promise<Findings>
}

/** A way to get tokens without a person. */
export interface Method {
  readonly name: string
  /** What it takes to run it, in a sentence of the report. */
  readonly what: string
  /** For the token of this number; `network` is the number of the network that it goes through. */
  claim(token: number, network: number): Claim
  /** Processor time beside work and calls that a token takes, in seconds: an engine that answers programs, a browser. */
  readonly extraCpuSeconds: () => number
  /** Hashes a second of its solver, where it is not the fastest that there is. */
  readonly hashesPerSecond?: () => number
  /** Gets one token in its own way instead of by calls, from an address: with a browser. */
  readonly perform?: (number: number, address: string) => Promise<Performed>
  /** Seconds that a token takes at least because of how it is made. */
  readonly secondsMin?: number
}

/** What came of a token that a method got in its own way. */
export interface Performed {
  readonly hashes: readonly number[]
  readonly token: string | null
  readonly throttledSeconds: number | null
  readonly refusedFor: readonly string[]
  readonly bytes: number
  readonly cpuSeconds: number
  readonly workMs: number
}

export interface Attack {
  readonly method: Method
  readonly networks: readonly Network[]
  /** Tokens wanted within the hour, spread evenly over it and over the networks. */
  readonly tokens: number
  readonly from: number
  /** Tokens of which the work is really done. */
  readonly really: number
}

/** One attempt and what it cost. */
export interface Attempt extends Outcome {
  readonly number: number
  readonly real: boolean
  /** Seconds of processor time: measured where it was real, else reckoned at the measured rates. */
  readonly cpuSeconds: number
}

const hourMs = 3_600_000

/** A token that only has to be had: its work is reckoned, and nobody counts it. */
export function callOnce({ site, client, agenda }: Stage, claim: Claim, address: string): Promise<void> {
  return visit(
    { site, client, agenda },
    {
      caller: { address, headers: claim.headers },
      findings: claim.findings,
      work: () => ({ solution: site.standIn.solution(), ms: 300 }),
      waitMsMin: 0,
      redeemAfterMs: 1_000,
      done: () => undefined,
    },
  )
}

/** Puts an attack of one hour on the agenda; `done` is told of each attempt. */
export function attack(
  stage: Stage,
  solver: AttackSolver,
  { method, networks, tokens, from, really }: Attack,
  done: (attempt: Attempt) => void,
): { readonly bytesPerToken: () => number } {
  const { site, client, agenda, random } = stage
  const rate = () => method.hashesPerSecond?.() ?? solver.hashesPerSecond
  const { perform } = method
  const every = Math.max(1, Math.floor(tokens / really))
  const calls = { cpuSeconds: 0, attempts: 0, bytes: 0 }
  for (let number = 0; number < tokens; number++) {
    const at = from + ((number + 0.5) / tokens) * hourMs
    const real = number % every === 0
    agenda.at(at, () => attempt(number, real), real ? 'alone' : undefined)
  }
  return { bytesPerToken: () => calls.bytes / Math.max(1, calls.attempts) }

  function attempt(number: number, real: boolean): Promise<void> {
    const index = number % networks.length
    const network = networks[index]
    if (network === undefined) throw new Error('an attack needs a network')
    const address = addressIn(network, random)
    if (real && perform !== undefined) return performOne(perform, number, address)
    const claim = method.claim(number, index)
    const caller: Caller = { address, headers: claim.headers }
    let cpuSeconds = 0
    let hashesDone = 0
    let bytes = 0
    // Only calls that go on alone can be measured.
    const measured = real
      ? {
          ...client,
          async post(...args: Parameters<typeof client.post>) {
            const before = process.threadCpuUsage()
            const answer = await client.post(...args)
            const { user, system } = process.threadCpuUsage(before)
            cpuSeconds += (user + system) / 1e6
            bytes += answer.bytes
            return answer
          },
        }
      : client
    return visit(
      { site, client: measured, agenda },
      {
        caller,
        findings: claim.findings,
        async work({ token, hashes }) {
          if (!real) {
            hashesDone += hashes
            return { solution: site.standIn.solution(), ms: (hashes / rate()) * 1000 }
          }
          const solved = await solver.solve(token)
          cpuSeconds += solved.cpuSeconds
          return { solution: solved.solution, ms: solved.cpuSeconds * 1000 }
        },
        waitMsMin: (method.secondsMin ?? 0) * 1000,
        redeemAfterMs: 1_000,
        done(outcome) {
          if (real) {
            calls.attempts += 1
            calls.bytes += bytes
            // What was the work is known; the rest are calls.
            calls.cpuSeconds += cpuSeconds - outcome.workMs / 1000
          }
          const perCall = calls.attempts === 0 ? 0.002 : calls.cpuSeconds / calls.attempts
          const own = real ? cpuSeconds : hashesDone / rate() + perCall
          done({ ...outcome, number, real, cpuSeconds: own + method.extraCpuSeconds() })
        },
      },
      { giveUpAt: from + hourMs, ...(real ? { alone: 'alone' as const } : {}) },
    )
  }

  /** A browser's attempt. One that was throttled is late: it would have to be left alone for as long as it was told. */
  async function performOne(how: NonNullable<typeof perform>, number: number, address: string): Promise<void> {
    const startedAt = site.clock[0] ?? 0
    const { hashes, token, throttledSeconds, refusedFor, bytes, cpuSeconds, workMs } = await how(number, address)
    const { success, score, reasons } = token === null ? notRedeemed : await client.redeem(token)
    calls.attempts += 1
    calls.bytes += bytes
    done({
      number,
      real: true,
      end: token !== null ? 'token' : throttledSeconds === null ? 'refused' : 'late',
      codes: throttledSeconds === null ? refusedFor : ['throttled'],
      hashes,
      stepUps: Math.max(0, hashes.length - 1),
      throttled: throttledSeconds === null ? 0 : 1,
      waitedSeconds: throttledSeconds ?? 0,
      workMs,
      redeemed: success,
      score,
      reasons,
      startedAt,
      cpuSeconds,
    })
  }
}
