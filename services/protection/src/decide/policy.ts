import type { LockEffect, ProtectionSettings } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import {
  type Allowed,
  compileMatch,
  createAllowList,
  createKeyNames,
  createLimiters,
  type GuardedStore,
  type Limiter,
  type Limiters,
  type LimitKey,
  type Matched,
} from '@bollard/limits'
import type { CaptchaPort } from '../captcha-port.ts'
import { sharePercent } from '../limiter/stored-limiters.ts'
import { type LimiterConfig, toLimiter } from '../limiter/to-limiter.ts'
import { createSiteHashes, type SiteHashes } from './hashed.ts'
import { nameOfTrial, type Trial } from './trial.ts'

/** All that decisions about requests of one site depend on, compiled. */
export interface Policy {
  readonly solutionId: string
  readonly version: number
  readonly siteKey: string | null
  readonly effects: readonly LockEffect[]
  readonly settings: Omit<ProtectionSettings, 'version'>
  readonly hashes: SiteHashes
  /** What the note of a request that is under way is called in the store, by the id of its decision. */
  readonly nameOfCall: (id: string) => LimitKey
  /** The limiters that are for a request of a network, compiled together: all of them are counted in one step. */
  readonly limitersFor: (request: Matched, network: string | null) => Chosen
  readonly allow: ReturnType<typeof createAllowList>
  /** The entry of the allow-list that lets a request through. */
  readonly findAllowed: (facts: Parameters<ReturnType<typeof createAllowList>>[0], now: number) => string | null
  /** As it is handed to those who decide by themselves. */
  readonly told: { readonly limiters: readonly ToldLimiter[]; readonly allowed: readonly ToldAllowed[] }
}

export interface Chosen {
  readonly limiters: Limiters
  /** By name. */
  readonly ids: ReadonlyMap<string, string>
  /** Changes that are tried: on which side the visitor is. */
  readonly tried: readonly { readonly limiterId: string; readonly round: number; readonly changed: boolean }[]
  /** Edits that run as a dry run beside what they are to replace, which decides. */
  readonly trials: readonly Trial[]
  readonly needsEnding: boolean
}

export interface ToldLimiter extends Omit<Limiter, 'overrides'> {
  readonly limiterId: string
  readonly match: LimiterConfig['match']
  readonly overrides: Limiter['overrides']
  /** Null for what decides itself. */
  readonly trial: Trial | null
  /** Null where it holds for all. */
  readonly tried: {
    readonly percent: number
    readonly round: number
    readonly former: Limiter & { readonly match: LimiterConfig['match'] }
  } | null
}
interface ToldAllowed extends Omit<Allowed, 'until'> {
  readonly id: string
  readonly until: string | null
}

interface Variant {
  readonly limiter: Limiter
  readonly fits: (request: Matched) => boolean
}
interface Compiled {
  readonly id: string
  readonly name: string
  readonly round: number
  readonly present: Variant
  /** What holds for those who do not have the change yet. */
  readonly former: Variant | null
  readonly trial: Trial | null
}

export interface PolicyContext {
  readonly db: Queries
  readonly captcha: Pick<CaptchaPort, 'findSiteKey' | 'secretOf'>
  readonly store: GuardedStore
}

/** Of one policy. A site has a handful; what beyond is made anew. */
const chosenMax = 500

/** Reads all of a site; null for an unknown one. */
export async function loadPolicy(context: PolicyContext, solutionId: string): Promise<Policy | null> {
  const { db, captcha } = context
  // The version first: what changes meanwhile has a higher one, and is read again.
  const [space] = await db.query('protection-policy', spaceSql, [solutionId])
  if (space === undefined) return null
  const [limiters, overrides, allowed, siteKey] = await Promise.all([
    db.query('protection-policy-limiters', limitersSql, [solutionId]),
    db.query('protection-policy-overrides', overridesSql, [solutionId]),
    db.query('protection-policy-allowed', allowedSql, [solutionId]),
    captcha.findSiteKey(solutionId),
  ])
  const hashes = createSiteHashes(captcha.secretOf(solutionId))
  const byLimiter = Map.groupBy(overrides, ({ limiterId }) => limiterId)
  const compiled = limiters.flatMap(
    ({ id, name, round, config, mode, stage, former, formerMode }): (Compiled & { told: ToldLimiter })[] => {
      const own = (byLimiter.get(id) ?? []).map(({ until, ...rest }) => ({ ...rest, until: until?.getTime() ?? null }))
      const variant = (
        from: LimiterConfig,
        inMode: Limiter['mode'],
        called = name,
      ): Variant & { match: LimiterConfig['match'] } => ({
        limiter: toLimiter(
          { name: called, config: from, mode: inMode },
          own.filter(({ values }) => values.length === from.key.length),
        ),
        fits: compileMatch(from.match),
        match: from.match,
      })
      const one = (
        present: ReturnType<typeof variant>,
        before: ReturnType<typeof variant> | null,
        trial: Trial | null,
      ): Compiled & { told: ToldLimiter } => {
        const tried = before && { percent: sharePercent, round, former: { ...before.limiter, match: before.match } }
        const told = { ...present.limiter, limiterId: id, match: present.match, trial, tried }
        return { id, name, round, present, former: before, trial, told }
      }
      const before = former !== null && formerMode !== null ? variant(former, formerMode) : null
      if (stage !== 'DRY_RUN' || before === null)
        return [one(variant(config, mode), stage === 'SHARE' ? before : null, null)]
      const trial = { limiterId: id, round, name: nameOfTrial({ id, name, round }), former: name }
      // Before what it is to replace: a denial ends the run, and a dry run never does. Counted by a name of its own, so that nothing counts twice.
      return [one(variant(config, 'DRY_RUN', trial.name), null, trial), one(before, null, null)]
    },
  )
  const entries = allowed.map(({ until, ...rest }) => ({ ...rest, until: until?.getTime() ?? null }))
  const lists = entries.map((entry) => ({ id: entry.id, part: createAllowList([entry]) }))
  return {
    solutionId,
    version: space.version,
    siteKey,
    effects: space.effects,
    settings: space.settings,
    hashes,
    nameOfCall: nameOfCall(hashes, solutionId),
    limitersFor: createChoice(context, solutionId, { compiled, hashes }),
    allow: createAllowList(entries),
    findAllowed: (facts, now) =>
      lists.find(({ part }) => {
        const found = part(facts, now).run(AbortSignal.abort())
        return !(found instanceof Promise) && found.pardons === true
      })?.id ?? null,
    told: {
      limiters: compiled.map(({ told }) => told),
      allowed: allowed.map(({ until, ...rest }) => ({ ...rest, until: until?.toISOString() ?? null })),
    },
  }
}

function nameOfCall({ limitSecret }: SiteHashes, solutionId: string): Policy['nameOfCall'] {
  const names = createKeyNames(limitSecret, JSON.stringify([solutionId, 'calls']))
  return (id) => names([id])
}

/** Which limiters a request meets; each choice is compiled once. */
function createChoice(
  { store }: PolicyContext,
  scope: string,
  { compiled, hashes }: { readonly compiled: readonly Compiled[]; readonly hashes: SiteHashes },
): Policy['limitersFor'] {
  const known = new Map<string, Chosen>()
  return (request, network) => {
    let name = ''
    const chosen = compiled.flatMap((one, index) => {
      const changed = one.former === null || hasChange(hashes, one, network)
      const variant = changed || one.former === null ? one.present : one.former
      if (!variant.fits(request)) return []
      name += `${index}${changed ? '+' : '-'}`
      return [{ one, variant, changed }]
    })
    const found = known.get(name)
    if (found !== undefined) return found
    const limiters = chosen.map(({ variant }) => variant.limiter)
    const made: Chosen = {
      limiters: createLimiters(limiters, { scope, secret: hashes.limitSecret, store }),
      // What an edit that only runs dry would do is no figure of the limiter.
      ids: new Map(chosen.flatMap(({ one }) => (one.trial === null ? [[one.name, one.id] as const] : []))),
      tried: chosen.flatMap(({ one, changed }) =>
        one.former === null ? [] : [{ limiterId: one.id, round: one.round, changed }],
      ),
      trials: chosen.flatMap(({ one: { trial } }) => (trial === null ? [] : [trial])),
      needsEnding: limiters.some(({ counts, limit }) => counts !== 'BEFORE' || limit.kind === 'CONCURRENCY'),
    }
    if (known.size >= chosenMax) known.clear()
    known.set(name, made)
    return made
  }
}

/** Whether a visitor already has a change: a network has one side for as long as the change is tried. */
function hasChange(hashes: SiteHashes, { id, round }: Compiled, network: string | null): boolean {
  return network !== null && hashes.shareOf(network, `${id} ${round}`) * 100 < sharePercent
}

const spaceSql = `select policy_version as version, settings, effects from protection.spaces where solution_id = $1`
const limitersSql = `select id, name, round, config, mode, stage, former, former_mode as "formerMode"
  from protection.limiters where solution_id = $1 order by id`
const overridesSql = `select limiter_id as "limiterId", values, max as "limit", until, note
  from protection.limiter_overrides where solution_id = $1 order by id`
const allowedSql =
  'select id, field, value, until, note from protection.allowed_visitors where solution_id = $1 order by id'
