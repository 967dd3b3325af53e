import type { ApiClient } from '@bollard/api-client'
import { type MadeKey, overlapHours } from './replace-key.ts'

type KeyCalls = Pick<ApiClient, 'listEnvironments' | 'createApiKey' | 'rotateApiKey' | 'listApiKeys'>

interface Wanted {
  solutionId: string
  /** The key to replace; null makes one for the first environment. */
  apiKeyId: string | null
  /** Whether the old key ends at once. */
  endsNow: boolean
}

/** Makes the secret key anew, and finds out until when the old one works. */
export async function makeSecretKey(api: KeyCalls, { solutionId, apiKeyId, endsNow }: Wanted): Promise<MadeKey> {
  if (apiKeyId === null) {
    const { items } = await api.listEnvironments({ solutionId })
    const { secretKey } = await api.createApiKey({
      solutionId,
      apiKeyNewDto: {
        name: 'Secret key',
        scopes: ['verify'],
        environmentId: items[0]?.id ?? null,
        networks: [],
        expiresAt: null,
      },
    })
    return { secretKey, old: null }
  }
  const { secretKey } = await api.rotateApiKey({
    solutionId,
    apiKeyId,
    apiKeyRotationDto: { overlapHours: endsNow ? 0 : overlapHours },
  })
  // The new key is shown only this once, so that nothing that fails from here on may hide it.
  const keys = await api.listApiKeys({ solutionId }).catch(() => null)
  const old = keys?.items.find(({ id }) => id === apiKeyId)
  return {
    secretKey,
    old: old ? { last4: old.last4, worksUntil: old.state === 'ACTIVE' ? old.expiresAt : null } : null,
  }
}
