import type { IdentityContext } from '../identity-context.ts'

export interface RelyingParty {
  /** The domain that passkeys belong to. */
  readonly id: string
  /** Whose pages may ask for them. */
  readonly origins: string[]
}

/** Passkeys belong to the parent domain of all sites where there is one, else to the host of the identity site. */
export function relyingPartyOf({
  cookieDomain,
  identityUrl,
  dashboardUrl,
}: Pick<IdentityContext, 'cookieDomain' | 'identityUrl' | 'dashboardUrl'>): RelyingParty {
  return {
    id: cookieDomain?.replace(/^\./u, '') ?? new URL(identityUrl).hostname,
    origins: [identityUrl, dashboardUrl].map((url) => new URL(url).origin),
  }
}
