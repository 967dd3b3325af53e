import { once } from 'node:events'
import type { Http2SecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { createFingerprintServer, type FingerprintServerOptions, fingerprintOf } from '../index.ts'
import { type Certificate, selfSignedCertificate } from './self-signed-certificate.ts'

export interface RunningServer extends AsyncDisposable {
  readonly server: Http2SecureServer
  readonly port: number
  readonly certificate: Certificate
}

/** A server on 127.0.0.1 that answers every request with its fingerprint as JSON, once the request has come whole. */
export async function startFingerprintServer(options: Partial<FingerprintServerOptions> = {}): Promise<RunningServer> {
  const certificate = selfSignedCertificate()
  const server = createFingerprintServer({ ...certificate, ...options }, (request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify(fingerprintOf(request) ?? null)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server,
    port: portOf(server.address()),
    certificate,
    async [Symbol.asyncDispose]() {
      server.close()
      if (server.listening) await once(server, 'close')
    },
  }
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
