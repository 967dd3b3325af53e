// The library needs it, and finds it nowhere by itself.
import 'reflect-metadata'
import { createPrivateKey, hash } from 'node:crypto'
import * as x509 from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const dayMs = 86_400_000

/** A new key and the request for its certificate. */
export interface CertificateRequest {
  /** PKCS #10, DER. */
  readonly request: Uint8Array
  /** PKCS #8, PEM. */
  readonly key: string
}

export async function requestCertificate(host: string): Promise<CertificateRequest> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const made = await x509.Pkcs10CertificateRequestGenerator.create({
    name: `CN=${host.length > 64 ? 'certificate' : host}`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
  })
  return { request: new Uint8Array(made.rawData), key: await pemOf(keys.privateKey) }
}

/** The certificate that answers a TLS-ALPN challenge (RFC 8737): for the host alone, with the digest of the key authorization. */
export async function challengeCertificate(
  host: string,
  keyAuthorization: string,
  now: number,
): Promise<{ readonly cert: string; readonly key: string }> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const digest = hash('sha256', keyAuthorization, 'buffer')
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=challenge',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(now - dayMs),
    notAfter: new Date(now + dayMs),
    extensions: [
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }]),
      // An OCTET STRING of 32 bytes, critical, as RFC 8737 has it.
      new x509.Extension('1.3.6.1.5.5.7.1.31', true, Buffer.concat([Buffer.from([0x04, 0x20]), digest])),
    ],
  })
  return { cert: made.toString('pem'), key: await pemOf(keys.privateKey) }
}

async function pemOf(key: CryptoKey): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key))
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString()
}
