import { connect } from 'node:tls'

export interface TlsState {
  /** Why the certificate isn't accepted; null where it is. */
  readonly fault: string | null
  /** Such as `TLSv1.3`. */
  readonly protocol: string | null
  /** Milliseconds since 1970. */
  readonly validTo: number | null
}

/** How the host of an https address speaks TLS; null where nobody can be reached. Nothing is sent but the handshake. */
export function inspectTls(host: string, timeoutMs = 10_000): Promise<TlsState | null> {
  const { hostname, port } = new URL(host)
  return new Promise((resolve) => {
    const servername = /^[\d.]+$|^\[/u.test(hostname) ? '' : hostname
    const socket = connect({
      host: hostname.replace(/^\[|\]$/gu, ''),
      port: Number(port || '443'),
      ...(servername === '' ? {} : { servername }),
      // So that an invalid certificate can be described. Nothing but the handshake goes over this connection.
      rejectUnauthorized: false,
      minVersion: 'TLSv1',
    })
    const end = (state: TlsState | null) => {
      socket.destroy()
      resolve(state)
    }
    socket.setTimeout(timeoutMs, () => end(null))
    socket.once('error', () => end(null))
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate()
      const fault = socket.authorized ? null : String(socket.authorizationError ?? 'unknown')
      end({ fault, protocol: socket.getProtocol(), validTo: validTo ? Date.parse(validTo) : null })
    })
  })
}
