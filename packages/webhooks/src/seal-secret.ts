import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

/** A secret as it is stored: of no use without the service's keys. */
export interface SealedSecret {
  /** Which of the service's keys it is sealed with. */
  readonly keyId: number
  /** Nonce (12 bytes), tag (16), text. */
  readonly bytes: Buffer
}

export interface SecretBox {
  /** Id of the key that seals. */
  readonly keyId: number
  /** `owner` is bound to the secret: moved to another row it does not open. */
  seal(secret: string, owner: string): SealedSecret
  /** Null when its key is gone, or the bytes were changed or belong to another owner. */
  open(sealed: SealedSecret, owner: string): string | null
}

/** Keys of the service with the numbers by which sealed secrets name them; the first one seals. */
export type SigningKeys = readonly { readonly id: number; readonly secret: Buffer }[]

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts secrets for storage with AES-256-GCM. The keys are derived from the service's signing keys (HKDF-SHA256), apart
 * from everything else that is: the first key seals, every key opens.
 */
export function createSecretBox(signingKeys: SigningKeys, randomBytes: (size: number) => Buffer): SecretBox {
  const keys = new Map(signingKeys.map(({ id, secret }) => [id, sealingKey(secret)]))
  const first = signingKeys[0]
  const sealer = first && keys.get(first.id)
  if (first === undefined || sealer === undefined) throw new RangeError('at least one signing key is needed')
  return {
    keyId: first.id,
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealer, nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return { keyId: first.id, bytes: Buffer.concat([nonce, cipher.getAuthTag(), text]) }
    },
    open({ keyId, bytes }, owner) {
      const key = keys.get(keyId)
      if (key === undefined || bytes.length < nonceBytes + tagBytes) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      try {
        return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}

function sealingKey(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'bollard captcha webhook secret 1', 32))
}
