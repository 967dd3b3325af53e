import type { SealedSecret, SecretBox } from './seal-secret.ts'

/** Where a service stores secrets that it has sealed. */
export interface SealedColumn {
  /** Up to `resealedAtOnce` secrets that another key than this one seals: those of the next owners after `after`, in their order. */
  readonly list: (keyId: number, after: string) => Promise<readonly (SealedSecret & { readonly owner: string })[]>
  /** Must leave alone a secret that somebody has changed since it was read. */
  readonly replace: (owner: string, anew: SealedSecret, before: Buffer) => Promise<unknown>
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
  for (const { list, replace } of columns)
    for (let after = first; ;) {
      const secrets = await list(box.keyId, after)
      for (const { owner, ...sealed } of secrets) {
        after = owner
        const secret = box.open(sealed, owner)
        if (secret === null) done.lost += 1
        else {
          await replace(owner, box.seal(secret, owner), sealed.bytes)
          done.resealed += 1
        }
      }
      if (secrets.length < resealedAtOnce) break
    }
  return done
}
