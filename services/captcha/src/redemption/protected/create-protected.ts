import type { ApiKeyCache } from '../../access/api-keys/api-key-cache.ts'
import type { ApiKeyOwner } from '../../access/api-keys/api-key-owners.ts'

/** What the protection of a whole site may ask of the captcha of the same solution. */
export interface Protected {
  /** Whose key it is when it may be used from an address, whatever its scopes are; null for every other. */
  findKey(secretKey: string, address: string): Promise<ApiKeyOwner | null>
}

export function createProtected({ apiKeys }: { readonly apiKeys: Pick<ApiKeyCache, 'findAny'> }): Protected {
  return { findKey: (secretKey, address) => apiKeys.findAny(secretKey, address) }
}
