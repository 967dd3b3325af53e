import { conductSignal, type Scorer, serverChecks, serverSignal } from '@bollard/bot-score'
import type { Database } from '@bollard/database'
import {
  type AnsweredProgram,
  createBank,
  createTrust,
  type Engine,
  engineOf,
  grammarVersion,
  isAgreed,
  type KnownProgram,
  RecentMap,
  type Tally,
} from '@bollard/engine-proof'
import type { Challenge } from '@bollard/proof-of-work/server'
import type { Worker } from '../../records/work/work-loop.ts'
import type { Caller } from '../request/edge-request.ts'
import type { Judgement } from '../scoring/judge-answer.ts'
import { addPrograms, readPrograms, readTallies, writeChanges } from './stored-programs.ts'

/** What a challenge asks a browser to compute; grammar 0 is nothing. */
export interface AskedPrograms {
  readonly grammar: number
  readonly programs: readonly [number, number]
}

/** What the answers of one visitor were worth. */
export interface EngineFindings {
  /** Bits of `conductChecks`. */
  readonly conduct: number
  /** Bits of an earlier round that these answers have settled. */
  readonly settled: number
  readonly answered: readonly AnsweredProgram[]
}

export interface EngineProof extends Worker {
  /** Two programs for a challenge. In memory. */
  draw(caller: Caller, userAgent: string): AskedPrograms
  /** Judges two answers. In memory. `answers` is undefined where none were sent. */
  judge(challenge: Challenge, answers: readonly number[] | undefined, userAgent: string): EngineFindings
  /** Counts and learns from a visitor whose answer was recorded, but only if nothing else speaks against them. */
  note(
    findings: EngineFindings,
    visitor: {
      readonly caller: Caller
      readonly userAgent: string
      readonly challenge: Pick<Challenge, 'verificationId' | 'siteId'>
      readonly judgement: Judgement
    },
  ): void
  /** Adds programs of an operator's browser, in this process immediately. Returns how many were new. */
  seed(programs: readonly KnownProgram[]): Promise<number>
  /** Programs in use, and how honest visitors have answered. */
  describe(): { readonly seeded: number; readonly learned: number; readonly tallies: Tally[] }
  /** Writes what is gathered and reads what others have written. */
  follow(): Promise<void>
}

export const nothingAsked: AskedPrograms = { grammar: 0, programs: [0, 0] }
export const nothingFound: EngineFindings = { conduct: 0, settled: 0, answered: [] }

const ofEngine = conductSignal.engineWrong | conductSignal.engineMissing | conductSignal.engineDoubtful
/** Signals that make a visitor's answers worthless as a lesson: where they come from, or how many came. */
const ofNetwork = serverChecks.reduce(
  (bits, { group }, index) => (group === 'network' || group === 'velocity' ? bits | (1 << index) : bits),
  0,
)
const doubtedMax = 2_000
/** Browsers that are remembered, unless their name is longer than any of a browser. */
const enginesMax = 1_000
const userAgentMax = 400
/** From this score on a visitor teaches nothing, and is counted for nothing. */
const honestBelow = 0.1

interface KnownEngine {
  readonly engine: Engine
  /** Its engine and version were measured. */
  readonly agreed: boolean
}

interface Options {
  readonly db: Database
  readonly now: () => number
  /** 32 random bits. */
  readonly random: () => number
  readonly score: Scorer
  /** Milliseconds between two looks for what other processes know; 5000 by default. */
  readonly followMs?: number | undefined
  readonly onError: (error: unknown) => void
}

/**
 * The proof that a browser engine ran: asks, judges and learns in memory, and follows the other processes every few seconds. Without a
 * seeded program no visitor is asked anything. Decision 0045.
 */
export function createEngineProof(options: Options): EngineProof {
  const { db, now, random, score, followMs = 5_000, onError } = options
  let used = new Map<number, number>()
  let retired: number[] = []
  let learned: KnownProgram[] = []
  let unwritten: Tally[] = []
  const bank = createBank({
    random,
    now,
    onUse: (program) => used.set(program, (used.get(program) ?? 0) + 1),
    onRetire: (program) => retired.push(program),
    onLearn: (program) => learned.push(program),
  })
  const trust = createTrust(now)
  const engines = new RecentMap<string, KnownEngine>(enginesMax)
  /** Few user agents make up most visits, and taking one apart costs more than looking it up. */
  function engineBehind(userAgent: string): KnownEngine {
    const known = engines.get(userAgent)
    if (known !== undefined) return known
    const engine = engineOf(userAgent)
    const read = { engine, agreed: isAgreed(engine) }
    if (userAgent.length <= userAgentMax) engines.set(userAgent, read)
    return read
  }
  /** Wrong answers of first rounds, until the second tells whether there is an engine at all. */
  const doubted = new RecentMap<string, readonly AnsweredProgram[]>(doubtedMax)
  let seenAt: string | null = null
  let timer: NodeJS.Timeout | undefined
  let following: Promise<void> | null = null
  let stopped = false

  async function exchange(): Promise<void> {
    const changes = { used, retired, learned, tallies: unwritten.length > 0 ? unwritten : trust.takeChanges() }
    if (changes.used.size + changes.retired.length + changes.learned.length + changes.tallies.length > 0) {
      used = new Map()
      retired = []
      learned = []
      try {
        await writeChanges(db, changes)
        unwritten = []
      } catch (error) {
        for (const [program, n] of changes.used) used.set(program, (used.get(program) ?? 0) + n)
        retired.push(...changes.retired)
        learned.push(...changes.learned)
        unwritten = [...changes.tallies]
        throw error
      }
    }
    const tallies = await readTallies(db)
    const { programs, at } = await readPrograms(db, seenAt)
    seenAt = at
    for (const program of programs) {
      if (program.retired) bank.retire(program.program)
      else bank.add(program)
    }
    trust.takeUp(tallies)
  }
  function follow(): Promise<void> {
    following ??= exchange().finally(() => {
      following = null
    })
    return following
  }
  function repeat(): void {
    if (stopped) return
    timer = setTimeout(() => {
      void follow()
        .catch(onError)
        .finally(() => repeat())
    }, followMs).unref()
  }

  return {
    draw(caller, userAgent) {
      const { engine, agreed } = engineBehind(userAgent)
      // Nothing is expected of other engines, so they use up what visitors have taught.
      const seeded = agreed && trust.stage(engine.cohort, 'LEARNED', true) < 2
      const programs = bank.draw(sourceOf(caller), seeded)
      return programs === null ? nothingAsked : { grammar: grammarVersion, programs }
    },
    judge({ grammar, programs, conduct: before }, answers, userAgent) {
      if (grammar !== grammarVersion) return nothingFound
      const { engine, agreed } = engineBehind(userAgent)
      if (answers === undefined) {
        const isHeld = agreed && trust.stage(engine.cohort, 'SEEDED', true) === 2
        return isHeld ? { ...nothingFound, conduct: conductSignal.engineMissing } : nothingFound
      }
      const answered = bank.judge(programs, answers)
      if (answered === null) return nothingFound
      let conduct = 0
      for (const { source, right } of answered) {
        if (source === undefined || right !== false) continue
        const stage = trust.stage(engine.cohort, source, agreed)
        if (stage === 2) conduct |= conductSignal.engineWrong
        if (stage === 1) conduct |= conductSignal.engineDoubtful
      }
      const isRight = answered.every(({ right }) => right !== false)
      return { conduct, settled: isRight ? before & ofEngine : 0, answered }
    },
    note({ answered }, { caller, userAgent, challenge: { verificationId, siteId }, judgement }) {
      if (answered.length === 0 || !judgement.workIsRight || judgement.decision === 'refuse') return
      if ((judgement.server & ofNetwork & ~serverSignal.networkChanged) !== 0) return
      const isOfEngine = (judgement.conduct & ofEngine) !== 0
      const others = isOfEngine ? score({ ...judgement, conduct: judgement.conduct & ~ofEngine }) : judgement.score
      if (others.score >= honestBelow) return
      const { engine } = engineBehind(userAgent)
      const network = sourceOf(caller)
      const operator = caller.facts.asn
      // A visitor who got another program right has an engine. Without that condition a script with one constant answer could end
      // programs and finally switch the check off.
      let hasEngine = false
      let isWrong = false
      for (const { source, right } of answered) {
        if (right === undefined) continue
        if (right) hasEngine = true
        else isWrong = true
        if (source !== undefined) trust.count(engine.cohort, source, right, network)
      }
      if (isWrong || !doubted.isEmpty) {
        const wrong = answered.filter(({ right }) => right === false)
        if (hasEngine)
          for (const one of [...wrong, ...(doubted.get(verificationId) ?? [])])
            if (bank.dissent(one, network, operator) && trust.dispute(engine.cohort, one.source ?? 'LEARNED'))
              bank.forgetLearned()
        if (hasEngine || !isWrong) doubted.delete(verificationId)
        else doubted.set(verificationId, wrong)
      }
      if (judgement.decision !== 'pass' || judgement.conduct !== 0 || isWrong) return
      for (const one of answered)
        if (one.source === undefined) bank.learn(one, { network, operator, engine: engine.name, site: siteId })
    },
    async seed(programs) {
      const added = await addPrograms(db, programs)
      // What an exchange under way has read may be older.
      await following?.catch(() => undefined)
      await follow()
      return added
    },
    describe: () => ({ seeded: bank.size('SEEDED'), learned: bank.size('LEARNED'), tallies: trust.tallies() }),
    follow,
    async start() {
      // Visitors can be served without it.
      await follow().catch(onError)
      repeat()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await following?.catch(() => undefined)
      // What is lost with a database that is away are counts and votes, which come again.
      await follow().catch(onError)
    },
  }
}

/**
 * Where a visitor comes from, as the bank counts it. A tenant of servers can use all networks of the operator, and an IPv6 customer a
 * whole prefix, so each of those counts as one.
 */
function sourceOf({ network, facts: { kind, asn } }: Caller): string {
  if (asn !== 0 && (kind === 'hosting' || kind === 'vpn' || kind === 'tor')) return `operator ${asn}`
  return network.includes(':') ? network.split(':', 2).join(':') : network
}
