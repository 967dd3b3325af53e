import { createHmac, hkdfSync } from 'node:crypto'

/** What keys are made for; each use has one of its own, so that nothing signed for one passes for another. */
export type KeyUse = 'email-code' | 'unsubscribe' | 'totp-secret' | 'session-rotation' | 'known-browser'

/** 256 bits for one use, from the secret of the service. */
export function deriveKey(secret: string, use: KeyUse): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `bollard identity ${use}`, 32))
}

/** HMAC-SHA256 of `text` in base64url, under the key of `use`. */
export function keyedHash(secret: string, use: KeyUse, text: string): string {
  return createHmac('sha256', deriveKey(secret, use)).update(text).digest('base64url')
}
