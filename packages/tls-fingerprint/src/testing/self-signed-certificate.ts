import { generateKeyPairSync, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

export interface CertificateWish {
  /** Common name, and by default the only name that it is for. */
  readonly name?: string
  /** Names and addresses of IPv4 that it is for. */
  readonly names?: readonly string[]
  /** Unix milliseconds; from a day ago to in a day by default. */
  readonly from?: number
  readonly until?: number
  /** Who signs it; itself by default. */
  readonly issuer?: Certificate & { readonly name: string }
  /** Whether it may sign others. */
  readonly isAuthority?: boolean
}

const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'))
const commonName = Buffer.from('0603550403', 'hex')
const subjectAltName = Buffer.from('0603551d11', 'hex')
const basicConstraints = Buffer.from('0603551d13', 'hex')
const day = 86_400_000
let serial = 0

/** A new certificate for localhost that has signed itself (RFC 5280), good for a day, as PEM. */
export function selfSignedCertificate(): Certificate {
  return createCertificate({})
}

/** A new certificate of any kind, as PEM. */
export function createCertificate(wish: CertificateWish): Certificate {
  const { name = 'localhost', names = [name], from = Date.now() - day, until = Date.now() + day, issuer } = wish
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  serial += 1
  const extensions = [
    der(0x30, subjectAltName, der(0x04, der(0x30, ...names.map(altName)))),
    ...(wish.isAuthority === true
      ? [der(0x30, basicConstraints, der(0x04, der(0x30, der(0x01, Buffer.from([0xff])))))]
      : []),
  ]
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, serial >> 8, serial & 0xff])),
    ecdsaWithSha256,
    distinguishedName(issuer?.name ?? name),
    der(0x30, utcTime(from), utcTime(until)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, ...extensions)),
  )
  const signature = sign('sha256', content, issuer?.key ?? privateKey)
  const certificate = der(0x30, content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  // No empty line at the end, whatever the length: OpenSSL takes none.
  const lines = certificate.toString('base64').replaceAll(/.{64}(?=.)/gu, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function distinguishedName(name: string): Buffer {
  return der(0x30, der(0x31, der(0x30, commonName, der(0x0c, Buffer.from(name)))))
}

function altName(name: string): Buffer {
  return isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name))
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function utcTime(ms: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replaceAll(/[-T:]/gu, '')}Z`))
}
