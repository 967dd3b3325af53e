import { loadPolicy, type Policy, type PolicyContext } from './policy.ts'

/** What a site has left of its plan in this month; null is no limit. */
interface Look {
  readonly version: number
  readonly left: number | null
}
/** A policy, and what the last look at the site said. */
export interface KnownPolicy {
  readonly policy: Policy
  readonly left: number | null
}

export interface PolicyCache {
  /** Null for an unknown site. Rejects where nothing is known of a site and the database is away. */
  readonly find: (solutionId: string) => Promise<KnownPolicy | null>
  /** Resolves with a policy whose version is another one than `known`, or with null after `waitMs` or once `signal` ends the wait. */
  readonly waitForOther: (
    solutionId: string,
    known: number,
    waitMs: number,
    signal: AbortSignal,
  ) => Promise<Policy | null>
}

interface Entry {
  known: KnownPolicy | null
  /** When the site was looked at last, by the process's own clock in milliseconds. */
  lookedAt: number
  /** When the site key was asked for last, by the same clock. */
  keyedAt: number
  looking: Promise<void> | null
}

const freshMs = 1_000
/** What nobody has looked at for longer than this is looked at before it is used, if the database answers in time. */
const usableMs = 2_000
const patienceMs = 100
const keyedMs = 60_000
const sitesMax = 10_000
const pollMs = 1_000

/** Keeps policies, and looks at one row of a site at most once a second to see whether its policy is another one. */
export function createPolicyCache(
  context: PolicyContext & {
    readonly onError: (error: unknown) => void
    readonly now: () => Date
    /** How long a request waits for a database that says nothing, in milliseconds, where nothing is known of its site. */
    readonly firstLookMs: number
  },
): PolicyCache {
  const { db, onError, now, firstLookMs } = context
  const entries = new Map<string, Entry>()

  async function look(solutionId: string, entry: Entry): Promise<void> {
    const [found] = await db.query('protection-policy-look', lookSql, [solutionId, now()])
    if (found === undefined) entry.known = null
    else
      await take(solutionId, entry, { version: found.version, left: found.left === null ? null : Number(found.left) })
    entry.lookedAt = performance.now()
  }
  async function take(solutionId: string, entry: Entry, { version, left }: Look): Promise<void> {
    const { known } = entry
    const policy =
      known?.policy.version === version
        ? await withSiteKey(known.policy, entry)
        : await loadPolicy(context, solutionId).finally(() => (entry.keyedAt = performance.now()))
    entry.known = policy && { policy, left }
  }
  /** The captcha may come after the protection, and get another site key: no version of ours tells of that. */
  async function withSiteKey(policy: Policy, entry: Entry): Promise<Policy> {
    if (policy.siteKey !== null && performance.now() - entry.keyedAt < keyedMs) return policy
    const siteKey = await context.captcha.findSiteKey(policy.solutionId)
    entry.keyedAt = performance.now()
    return siteKey === policy.siteKey ? policy : { ...policy, siteKey }
  }
  function lookOnce(solutionId: string, entry: Entry): Promise<void> {
    entry.looking ??= look(solutionId, entry).finally(() => (entry.looking = null))
    return entry.looking
  }
  async function find(solutionId: string): Promise<KnownPolicy | null> {
    const entry = entryOf(entries, solutionId)
    const age = performance.now() - entry.lookedAt
    if (age < freshMs) return entry.known
    const looked = lookOnce(solutionId, entry)
    if (entry.known === null) await orLate(looked, firstLookMs)
    // Nobody waits for a database that is slow or away as long as something is known.
    else if (age < usableMs) looked.catch(onError)
    else await inTime(looked, patienceMs).catch(onError)
    return entry.known
  }
  return {
    find,
    async waitForOther(solutionId, known, waitMs, signal) {
      const until = performance.now() + waitMs
      for (;;) {
        const found = await find(solutionId)
        if (found === null || found.policy.version !== known) return found?.policy ?? null
        const left = until - performance.now()
        if (left <= 0 || signal.aborted) return null
        await pause(Math.min(pollMs, left), signal)
      }
    },
  }
}

/** Of very many sites the one that was first is forgotten. */
function entryOf(entries: Map<string, Entry>, solutionId: string): Entry {
  const known = entries.get(solutionId)
  if (known !== undefined) return known
  const [oldest] = entries.size >= sitesMax ? entries.keys() : []
  if (oldest !== undefined) entries.delete(oldest)
  const entry = { known: null, lookedAt: Number.NEGATIVE_INFINITY, keyedAt: 0, looking: null }
  entries.set(solutionId, entry)
  return entry
}

/** The same as the work, but rejects after `ms`. */
async function orLate(work: Promise<void>, ms: number): Promise<void> {
  const isDone = await inTime(
    work.then(() => true),
    ms,
  )
  if (isDone !== true) throw new Error('The database does not answer what holds for a site')
}

/** Resolves with the work, or after `ms` without it. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  // What fails after nobody waits any more is told by whoever began it.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const done = Promise.withResolvers<void>()
  const timer = setTimeout(done.resolve, ms)
  signal.addEventListener('abort', () => done.resolve(), { once: true })
  await done.promise
  clearTimeout(timer)
}

const lookSql = `select s.policy_version as version, s.plan_requests - coalesce((select sum(u.requests) from protection.usage_days u
    where u.solution_id = s.solution_id and u.day >= date_trunc('month', $2::timestamptz at time zone 'UTC')::date), 0) as left
  from protection.spaces s where s.solution_id = $1`
