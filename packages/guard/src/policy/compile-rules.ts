import { hash } from 'node:crypto'
import {
  type Allowed,
  createAllowList,
  createLimiters,
  type Limiter,
  type Limiters,
  type LimitersOptions,
} from '@bollard/limits'
import type { Visit } from '@bollard/gateway'
import type { ProgramAction, ProgramPurpose } from './schema.ts'

/** What the owner's dashboard says of a site. It holds beside the file. */
export interface DashboardRules {
  /** What its counts are kept under. */
  readonly solutionId: string
  readonly version: number
  readonly trustedProxies: readonly string[]
  /** Percent of those who would be denied that get a challenge instead. */
  readonly controlPercent: number
  readonly limiters: readonly DashboardLimiter[]
  readonly allowed: readonly Allowed[]
  readonly programs: {
    readonly mode: 'LIVE' | 'DRY_RUN'
    readonly answers: Readonly<Partial<Record<ProgramPurpose, ProgramAction>>>
    /** For who was proved to be somebody else. */
    readonly spoofed: ProgramAction
  }
}

export interface MatchedLimiter {
  readonly limiter: Limiter
  readonly fits: (visit: Pick<Visit, 'host' | 'path' | 'method'>) => boolean
}

/** One that is being changed holds for a share of the visitors, and what held before for the rest. */
export interface DashboardLimiter extends MatchedLimiter {
  readonly tried: { readonly percent: number; readonly round: number; readonly former: MatchedLimiter } | null
}

/** A limiter that is being changed, and what a visitor met of it. */
export interface TriedSide {
  readonly limiterId: string
  readonly round: number
  /** Whether the change held, or what was before it. */
  readonly changed: boolean
}

/** The limiters that one request meets, compiled together. */
export interface ChosenLimiters {
  readonly limiters: Limiters
  readonly tried: readonly TriedSide[]
  readonly hasLadder: boolean
}

export interface CompiledRules {
  readonly rules: DashboardRules
  readonly allowed: ReturnType<typeof createAllowList>
  readonly choose: (visit: Visit, network: string) => ChosenLimiters
}

/** Of one dashboard. Few sites have more; what is beyond is compiled anew. */
const choicesMax = 500

/** Throws a LimitFault for a limiter that nothing can be counted by, and for an entry of the allow-list that names nobody. */
export function compileRules(rules: DashboardRules, { secret, store }: Omit<LimitersOptions, 'scope'>): CompiledRules {
  const choices = new Map<string, ChosenLimiters>()
  const options = { scope: rules.solutionId, secret, store }
  const all = rules.limiters.flatMap(({ limiter, tried }) => [
    limiter,
    ...(tried === null ? [] : [tried.former.limiter]),
  ])
  for (const limiter of all) createLimiters([limiter], options)

  function sideOf({ limiter, fits, tried }: DashboardLimiter, network: string): MatchedLimiter {
    if (tried === null) return { limiter, fits }
    const share = shareOf(secret, `${rules.solutionId} ${limiter.id} ${tried.round} ${network}`)
    return share * 100 < tried.percent ? { limiter, fits } : tried.former
  }

  return {
    rules,
    allowed: createAllowList(rules.allowed),
    choose(visit, network) {
      const met: Limiter[] = []
      const tried: TriedSide[] = []
      let name = ''
      for (const [index, one] of rules.limiters.entries()) {
        const side = sideOf(one, network)
        if (!side.fits(visit)) continue
        met.push(side.limiter)
        const changed = side.limiter === one.limiter
        if (one.tried !== null) tried.push({ limiterId: one.limiter.id, round: one.tried.round, changed })
        name += `${index}${changed ? '+' : '-'}`
      }
      const known = choices.get(name)
      if (known !== undefined) return known
      const hasLadder = met.some(({ ladder }) => ladder !== null)
      const made = { limiters: createLimiters(met, options), tried, hasLadder }
      if (choices.size >= choicesMax) choices.clear()
      choices.set(name, made)
      return made
    },
  }
}

/** A number from 0 to below 1, the same for as long as `about` is, which nobody can tell without the secret. */
export function shareOf(secret: Uint8Array, about: string): number {
  return hash('sha256', Buffer.concat([secret, Buffer.from(about)]), 'buffer').readUInt32BE() / 2 ** 32
}
