import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What goes another way than a true authenticator and an honest browser would have it. */
export interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** Somebody is there, but who it is was not verified. */
  readonly unverified?: boolean
  /** Instead of the next number. */
  readonly counter?: number
  readonly userHandle?: string
  /** Signs with this key in place of the one that was registered. */
  readonly key?: KeyObject
  readonly type?: string
  readonly backedUp?: boolean
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

/**
 * An authenticator and the browser around it, with one ES256 passkey: what it answers is what the WebAuthn specification says,
 * so that registration and assertion run through the real library. With `counts: false` its counter stays 0, as with passkeys
 * that are kept in an account of a vendor.
 */
export function createSoftwareAuthenticator(origin: string, { counts = true }: { counts?: boolean } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  let userHandle = ''
  const nextCounter = () => (counts ? (counter += 1) : 0)
  const clientData = (type: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (rpId: string, deviation: Deviation, extra: Buffer = Buffer.alloc(0)) => {
    const backedUp = deviation.backedUp ?? false
    const flags =
      0x01 | (deviation.unverified ? 0 : 0x04) | 0x08 | (backedUp ? 0x10 : 0) | (extra.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(deviation.counter ?? nextCounter())
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([flags]), count, extra])
  }
  return {
    id,
    /** The answer of `navigator.credentials.create`. */
    register(options: CreationOptions, deviation: Deviation = {}) {
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authenticatorData(options.rp.id, deviation, attested))],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', options.challenge, deviation).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'hybrid'],
      }
      return {
        id,
        rawId: id,
        type: 'public-key',
        response,
        clientExtensionResults: {},
        authenticatorAttachment: 'platform',
      }
    },
    /** The answer of `navigator.credentials.get`. */
    assert(options: RequestOptions, deviation: Deviation = {}) {
      const data = authenticatorData(options.rpId, deviation)
      const client = clientData('webauthn.get', options.challenge, deviation)
      const signature = sign(
        'sha256',
        Buffer.concat([data, createHash('sha256').update(client).digest()]),
        deviation.key ?? privateKey,
      )
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: deviation.userHandle ?? userHandle,
      }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
    },
  }
}

export type SoftwareAuthenticator = ReturnType<typeof createSoftwareAuthenticator>

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** RFC 9053: an elliptic curve key of two coordinates on P-256 for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

/** RFC 8949, as far as attestations need it: heads of up to two bytes of length. */
function cborHead(majorType: number, value: number): Buffer {
  const type = majorType << 5
  if (value < 24) return Buffer.from([type | value])
  return value < 256 ? Buffer.from([type | 24, value]) : Buffer.from([type | 25, value >> 8, value & 255])
}

const cborInteger = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborMap = (pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()])
