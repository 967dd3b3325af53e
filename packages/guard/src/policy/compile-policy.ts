import { readTrapPath, trapFolder, trapPath, type TrapVerdict } from '@bollard/crawlers/trap'
import { createProxyReader } from '@bollard/http'
import { createAllowList, createLimiters, fitsMethod, type Limiters, type LimitersOptions } from '@bollard/limits'
import { type CompiledRules, compileRules, type DashboardRules } from './compile-rules.ts'
import { compilePatterns } from './path-pattern.ts'
import { limiterOf } from './read-policy.ts'
import { type CaptchaOf, type GatewayPolicy, type PathPolicy, policyOfPaths, type SitePolicy } from './schema.ts'

export interface CompiledPolicy {
  readonly policy: PathPolicy
  readonly fits: (method: string, path: string) => boolean
  readonly limiters: Limiters
  readonly passesStaticFiles: boolean
  /** Whether a limiter asks for work before it refuses, so that solved challenges count for something. */
  readonly hasLadder: boolean
}

export interface CompiledSite {
  readonly site: SitePolicy
  readonly captcha: CaptchaOf | null
  readonly policies: readonly CompiledPolicy[]
  readonly isTrap: (path: string) => boolean
  /** Null where the file wants none. */
  readonly trapLinks: TrapLinks | null
  /** Whether an address is that of a declared proxy. */
  readonly isProxy: (remote: string | undefined) => boolean
  /** Null where no dashboard is named, or nothing is known of it yet. */
  readonly dashboard: CompiledRules | null
}

/** Paths that change daily, below a folder that stays. */
export interface TrapLinks {
  readonly folder: string
  /** That of a moment, in milliseconds since 1970. */
  readonly pathAt: (now: number) => string
  readonly read: (path: string, now: number) => TrapVerdict
}

const dayMs = 86_400_000

/** Those of a site; the same from all gateways with one secret. */
export function createTrapLinks(secret: Uint8Array, site: Pick<SitePolicy, 'hosts'>): TrapLinks {
  const own = `${Buffer.from(secret).toString('base64url')} ${site.hosts[0] ?? ''}`
  const folder = trapFolder(own)
  let last = { day: Number.NaN, path: '' }
  return {
    folder,
    pathAt(now) {
      const day = Math.floor(now / dayMs)
      if (day !== last.day) last = { day, path: trapPath(own, new Date(now)) }
      return last.path
    },
    read: (path, now) => (path.startsWith(folder) ? readTrapPath([own], path, new Date(now)) : null),
  }
}

/** What is known of the dashboard of a site. */
export type RulesOf = (site: SitePolicy) => DashboardRules | null

/** What one version of the file makes of every request. */
export interface CompiledFile {
  readonly file: GatewayPolicy
  readonly siteOf: ReadonlyMap<string, CompiledSite>
  readonly allowed: ReturnType<typeof createAllowList>
}

export interface CompileOptions extends Omit<LimitersOptions, 'scope'> {
  readonly rulesOf: RulesOf
  /** Proxies that a gateway believes since it started. */
  readonly trustedProxies: readonly string[]
}

/** Compiles a file that `readPolicy` has found valid. What was counted before stays in the store and the ladders. */
export function compilePolicy(file: GatewayPolicy, options: CompileOptions): CompiledFile {
  const { rulesOf, trustedProxies, ...counts } = options
  // Sites of one dashboard are compiled once.
  const known = new Map<DashboardRules, CompiledRules>()
  const siteOf = new Map<string, CompiledSite>()
  for (const site of file.sites) {
    const scope = site.hosts[0] ?? ''
    const rules = rulesOf(site)
    const dashboard = rules === null ? null : (known.get(rules) ?? compileRules(rules, counts))
    if (dashboard !== null) known.set(dashboard.rules, dashboard)
    const others = dashboard === null ? [] : [otherRequests]
    const compiled: CompiledSite = {
      site,
      captcha: site.captcha ?? file.captcha ?? null,
      policies: [...site.policies, ...others].map((policy) => compileOne(policy, file, { ...counts, scope })),
      isTrap: compilePatterns(site.traps),
      trapLinks: site.trapLinks ? createTrapLinks(counts.secret, site) : null,
      isProxy: createProxyReader([...trustedProxies, ...(rules?.trustedProxies ?? [])]),
      dashboard,
    }
    for (const host of site.hosts) siteOf.set(host, compiled)
  }
  return { file, siteOf, allowed: createAllowList(file.allow) }
}

/** Requests that no policy of the file is for: the file's traps are a dry run for them. A name in brackets is none that a file can have. */
const otherRequests: PathPolicy = policyOfPaths({ name: '(dashboard)', mode: 'DRY_RUN' })

function compileOne(policy: PathPolicy, file: GatewayPolicy, options: LimitersOptions): CompiledPolicy {
  const { paths, methods, mode } = policy
  const fitsPath = paths === undefined ? () => true : compilePatterns(paths)
  const chosen = file.limiters
    .filter(({ id }) => policy.limiters.includes(id))
    .map(limiterOf)
    .map((limiter) => (mode === 'LIVE' ? limiter : { ...limiter, mode }))
  return {
    policy,
    fits: (method, path) => fitsMethod(methods ?? [], method) && fitsPath(path),
    limiters: createLimiters(chosen, options),
    passesStaticFiles: (policy.staticFiles ?? (paths === undefined ? 'PASS' : 'AS_OTHERS')) === 'PASS',
    hasLadder: chosen.some(({ ladder }) => ladder !== null),
  }
}
