/** What came out of an encryption, and what it takes to undo it. */
export interface Sealed {
  readonly ciphertext: Uint8Array<ArrayBuffer>
  readonly open: (ciphertext: Uint8Array<ArrayBuffer>) => Promise<string>
}

/** The most that RSA-OAEP with 2048 bits and SHA-256 takes, in bytes: 256 less twice the hash and two. */
export const rsaMaxBytes = 256 - 2 * 32 - 2

/** Encrypts with AES-256-GCM. The ciphertext ends with the tag of 16 bytes; opening a changed one fails. */
export async function sealWithAes(text: string, key: CryptoKey): Promise<Sealed & { readonly nonce: Uint8Array }> {
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const algorithm = { name: 'AES-GCM', iv: nonce }
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text)))
  return { nonce, ciphertext, open: async (given) => decode(await crypto.subtle.decrypt(algorithm, key, given)) }
}

/** Encrypts with the public key of a pair, so that only its private key opens it. Takes at most `rsaMaxBytes`. */
export async function sealWithRsa(text: string, { publicKey, privateKey }: CryptoKeyPair): Promise<Sealed> {
  const algorithm = { name: 'RSA-OAEP' }
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(algorithm, publicKey, new TextEncoder().encode(text)))
  return { ciphertext, open: async (given) => decode(await crypto.subtle.decrypt(algorithm, privateKey, given)) }
}

/** A new AES key that the page may look at. */
export async function makeAesKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt'])
}

/** A new pair of RSA keys; the private one can't be taken out of the browser. */
export async function makeRsaPair(): Promise<CryptoKeyPair> {
  const publicExponent = new Uint8Array([1, 0, 1])
  const algorithm = { name: 'RSA-OAEP', modulusLength: 2048, publicExponent, hash: 'SHA-256' }
  return crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt'])
}

/** The same bytes with the lowest bit of the first one turned over. */
export function withOneBitFlipped(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(bytes)
  changed[0] = (changed[0] ?? 0) ^ 1
  return changed
}

/** Bytes as hexadecimal digits. */
export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const decode = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes)
