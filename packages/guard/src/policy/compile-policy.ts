import { createAllowList, createLimiters, type Limiters, type LimitersOptions } from '@bollard/limits'
import { compilePatterns } from './path-pattern.ts'
import { limiterOf } from './read-policy.ts'
import type { CaptchaOf, GatewayPolicy, PathPolicy, SitePolicy } from './schema.ts'

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
}

/** What one version of the file makes of every request. */
export interface CompiledFile {
  readonly file: GatewayPolicy
  readonly siteOf: ReadonlyMap<string, CompiledSite>
  readonly allowed: ReturnType<typeof createAllowList>
}

/** Compiles a file that `readPolicy` has found valid. What was counted before stays in the store and the ladders. */
export function compilePolicy(file: GatewayPolicy, counts: Omit<LimitersOptions, 'scope'>): CompiledFile {
  const siteOf = new Map<string, CompiledSite>()
  for (const site of file.sites) {
    const scope = site.hosts[0] ?? ''
    const compiled: CompiledSite = {
      site,
      captcha: site.captcha ?? file.captcha ?? null,
      policies: site.policies.map((policy) => compileOne(policy, file, { ...counts, scope })),
      isTrap: compilePatterns(site.traps),
    }
    for (const host of site.hosts) siteOf.set(host, compiled)
  }
  return { file, siteOf, allowed: createAllowList(file.allow) }
}

function compileOne(policy: PathPolicy, file: GatewayPolicy, options: LimitersOptions): CompiledPolicy {
  const { paths, methods, mode } = policy
  const fitsPath = paths === undefined ? () => true : compilePatterns(paths)
  const chosen = file.limiters
    .filter(({ id }) => policy.limiters.includes(id))
    .map(limiterOf)
    .map((limiter) => (mode === 'LIVE' ? limiter : { ...limiter, mode }))
  return {
    policy,
    fits: (method, path) => (methods === undefined || methods.includes(method)) && fitsPath(path),
    limiters: createLimiters(chosen, options),
    passesStaticFiles: (policy.staticFiles ?? (paths === undefined ? 'PASS' : 'AS_OTHERS')) === 'PASS',
    hasLadder: chosen.some(({ ladder }) => ladder !== null),
  }
}
