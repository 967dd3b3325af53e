import type { SealedSecret, SecretBox } from './seal-secret.ts'

/** Where a service stores secrets that it has sealed. */
export interface SealedColumn {
  /** Up to `resealedAtOnce` secrets that another key than this one seals: those of the next owners after `after`, in their order. */
  readonly list: (keyId: number, after: string) => Promise<readonly (SealedSecret & { readonly owner: string })[]>
  /** Must leave alone a secret that somebody has changed since it was read. */
  readonly replace: (owner: string, anew: SealedSecret, before: Buffer) => Promise<unknown>
  /** For whom the secret of an owner is sealed; for the owner itself where nothing is said. */
  readonly sealedFor?: (owner: string) => string
}

export const resealedAtOnce = 500
/** Comes before every id. */
const first = '00000000-0000-0000-0000-000000000000'

/**
 * Seals with the current key of a service what another of its keys seals, so that the others may go. Safe to repeat and beside calls; where
 * it was killed the next run continues. `lost`: secrets that none of its keys opens; they stay as they are.
 */
export async function resealSecrets(
  box: SecretBox,
  columns: readonly SealedColumn[],
): Promise<{ resealed: number; lost: number }> {
  const done = { resealed: 0, lost: 0 }
  for (const { list, replace, sealedFor = (owner: string) => owner } of columns)
    for (let after = first; ;) {
      const secrets = await list(box.keyId, after)
      for (const { owner, ...sealed } of secrets) {
        after = owner
        const named = sealedFor(owner)
        const secret = box.open(sealed, named)
        if (secret === null) done.lost += 1
        else {
          await replace(owner, box.seal(secret, named), sealed.bytes)
          done.resealed += 1
        }
      }
      if (secrets.length < resealedAtOnce) break
    }
  return done
}
