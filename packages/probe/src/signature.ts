import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'

/** Everything about a call that its signature covers. */
export interface SignedCall {
  readonly method: string
  readonly path: string
  readonly body: Buffer
  /** Unix milliseconds. */
  readonly time: number
  /** Grows with every call of an instance, so that none counts twice. */
  readonly nonce: number
}

/** What the header of a call says; nothing of it is proved yet. */
export interface ClaimedCall extends Pick<SignedCall, 'time' | 'nonce'> {
  /** Public key of the probe, base64url. */
  readonly key: string
  readonly signature: Buffer
}

/** What a probe signs with. */
export interface ProbeKey {
  /** Ed25519, base64url: all that the product keeps of the token, so that reading its database lets nobody call as a probe. */
  readonly publicKey: string
  /** Value of the `authorization` header of a call. */
  readonly authorize: (call: SignedCall) => string
}

const scheme = 'Bollard-Probe'
const headerPattern = /^Bollard-Probe ([\w-]{43})\.(\d{1,16})\.(\d{1,16})\.([\w-]{86})$/u
/** What stands before the 32 bytes of a private key of Ed25519 (RFC 8410). */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derives the key of a probe from its token, which itself never leaves the probe. */
export function deriveProbeKey(token: string): ProbeKey {
  const seed = Buffer.from(hkdfSync('sha256', token, '', 'bollard probe calls, 1', 32))
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key as unknown as KeyObject & string).export({ format: 'jwk' }).x
  if (publicKey === undefined) throw new Error('A key of Ed25519 has no public part')
  return {
    publicKey,
    authorize: (call) => {
      const signature = sign(null, signedText(call), key).toString('base64url')
      return `${scheme} ${publicKey}.${call.time}.${call.nonce}.${signature}`
    },
  }
}

/** Reads the header of a call; null for anything else. */
export function readProbeHeader(header: string | undefined): ClaimedCall | null {
  const [, key, time, nonce, signature] = headerPattern.exec(header ?? '') ?? []
  if (key === undefined || signature === undefined) return null
  return { key, time: Number(time), nonce: Number(nonce), signature: Buffer.from(signature, 'base64url') }
}

/** Whether the holder of the token made exactly this call. */
export function isSignedBy({ key, signature }: ClaimedCall, call: SignedCall): boolean {
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  return verify(null, signedText(call), publicKey, signature)
}

function signedText({ method, path, body, time, nonce }: SignedCall): Buffer {
  const digest = createHash('sha256').update(body).digest('hex')
  return Buffer.from(['bollard probe call', method, path, time, nonce, digest].join('\n'))
}
