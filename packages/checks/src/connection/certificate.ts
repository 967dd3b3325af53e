import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from 'node:tls'
import type { FaultCode } from '../faults.ts'

export interface CertificateFacts {
  /** Unix milliseconds of the first moment at which a certificate of the chain expires; null where none was shown. */
  readonly expiresAt: number | null
  /** What browsers would say of it; null where they take it. */
  readonly fault: { readonly code: FaultCode; readonly detail: string } | null
}

/** By the names of OpenSSL (X509_V_ERR_…) and Node. What is not here leads to no certificate that is trusted. */
const faultsOfTls: Readonly<Record<string, FaultCode>> = {
  CERT_HAS_EXPIRED: 'tls-expired',
  CERT_NOT_YET_VALID: 'tls-not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls-name-mismatch',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls-self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls-self-signed',
}

/** Reads what a finished handshake has shown. `chain` is its certificate with issuers, where that was read already. */
export function readCertificate(socket: TLSSocket, chain: PeerCertificate | null): CertificateFacts {
  const certificate = chain ?? socket.getPeerCertificate(true)
  const reason = socket.authorizationError
  const expiresAt = earliestExpiry(certificate)
  if (socket.authorized || reason === null || reason === undefined) return { expiresAt, fault: null }
  // A code, whatever the types say; an error without one is told by its message.
  const code = String(reason)
  const expiry = expiresAt === null ? '' : `, expires ${new Date(expiresAt).toISOString()}`
  return { expiresAt, fault: { code: faultsOfTls[code] ?? 'tls-untrusted', detail: `${code}${expiry}` } }
}

function earliestExpiry(certificate: PeerCertificate): number | null {
  let earliest: number | null = null
  const seen = new Set<object>()
  // The last one is its own issuer.
  for (let one: Partial<DetailedPeerCertificate> | undefined = certificate; one !== undefined && !seen.has(one);) {
    seen.add(one)
    const expiresAt = Date.parse(one.valid_to ?? '')
    if (!Number.isNaN(expiresAt)) earliest = Math.min(earliest ?? expiresAt, expiresAt)
    one = one.issuerCertificate
  }
  return earliest
}

const dayMs = 86_400_000

/** The warning for a certificate with fewer whole days left than wanted; null where there are enough. */
export function expiryWarning(
  expiresAt: number | null,
  warningDays: number | null,
  at: number,
): { readonly code: 'certificate-expires-soon'; readonly detail: string } | null {
  if (expiresAt === null || warningDays === null) return null
  const days = Math.floor((expiresAt - at) / dayMs)
  return days >= warningDays ? null : { code: 'certificate-expires-soon', detail: `${days} days left` }
}
