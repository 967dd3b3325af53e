import type { ApiKeyCache } from '../../access/api-keys/api-key-cache.ts'
import type { ApiKeyOwner } from '../../access/api-keys/api-key-owners.ts'
import type { EdgeContext } from '../../edge/verification/edge-context.ts'
import type { SiteCache } from '../../edge/sites/site-cache.ts'
import { isTestEnvironment } from '../token/test-result.ts'
import type { TokenMint } from '../token/token.ts'

/** What the protection of a whole site may ask of the captcha of the same solution. */
export interface Protected {
  /** Whose key it is when it may be used from an address, whatever its scopes are; null for every other. */
  findKey(secretKey: string, address: string): Promise<ApiKeyOwner | null>
  /** Whose site key it is, and whether pages of an origin may use it; null for nobody's. */
  findSite(
    siteKey: string,
    origin: string | undefined,
  ): Promise<{ readonly solutionId: string; readonly allows: boolean } | null>
  /** The verification behind a token of a solution's captcha, which is not used up; null for one that is not good. */
  findVerification(solutionId: string, token: string): Promise<string | null>
}

interface ProtectedContext extends Pick<EdgeContext, 'readOrigin'> {
  readonly apiKeys: Pick<ApiKeyCache, 'findAny'>
  readonly sites: Pick<SiteCache, 'find' | 'known' | 'load'>
  readonly tokens: Pick<TokenMint, 'read'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createProtected({ apiKeys, sites, tokens, readOrigin, now }: ProtectedContext): Protected {
  return {
    findKey: (secretKey, address) => apiKeys.findAny(secretKey, address),
    async findSite(siteKey, origin) {
      const environment = await sites.find(siteKey)
      if (environment === null || environment.test !== null) return null
      const read = readOrigin(origin)
      const allows = environment.active && read !== null && environment.allows(read.host)
      return { solutionId: environment.site.solutionId, allows }
    },
    async findVerification(solutionId, token) {
      const reading = tokens.read(token, now() / 1000)
      if (reading.status !== 'valid' || isTestEnvironment(reading.claims.environmentId)) return null
      const { environmentId, verificationId } = reading.claims
      const environment = sites.known(environmentId) ?? (await sites.load(environmentId))
      return environment?.site.solutionId === solutionId ? verificationId : null
    },
  }
}
