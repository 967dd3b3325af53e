import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import { type FingerprintServerOptions, fingerprintServerFactory } from '@bollard/tls-fingerprint'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'

/** Certificate and key of this installation, which its servers follow when the files change. */
export interface KeptCertificate {
  /** What Fastify takes as `serverFactory`: a server for HTTP/2 and HTTP/1.1 over TLS. */
  serverFactory(options?: Omit<FingerprintServerOptions, 'key' | 'cert'>): ReturnType<typeof fingerprintServerFactory>
  /** Reads the files now. True when new connections get another certificate from here on. */
  check(): Promise<boolean>
  stop(): void
}

export interface Pair {
  readonly cert: Buffer
  readonly key: Buffer
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

const checkMs = 60_000

/**
 * Reads `TLS_CERT_FILE` and `TLS_KEY_FILE`, and once a minute again: contents are compared, since what renews certificates often swaps a
 * symbolic link above the file. While files cannot be used, the last pair stays and the log says why. Null where no certificate is set;
 * throws a `StartupFault` where the first pair cannot be used.
 */
export async function keepCertificate(
  { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }: Pick<Config, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>,
  { log, registry }: { readonly log: Pick<Logger, 'warn' | 'info'>; readonly registry: Registry },
): Promise<KeptCertificate | null> {
  if (certFile === undefined || keyFile === undefined) return null
  const read = () => readPair(certFile, keyFile)
  let pair = await read()
  let lastFault: string | undefined
  const servers = new Set<Http2SecureServer>()
  const expires = new Gauge({
    name: 'bollard_tls_certificate_expiry_timestamp_seconds',
    help: 'When the certificate that is served ends',
    registers: [registry],
  })
  expires.set(pair.expiresAt / 1_000)
  const check = async (): Promise<boolean> => {
    try {
      const found = await read()
      lastFault = undefined
      if (found.cert.equals(pair.cert) && found.key.equals(pair.key)) return false
      pair = found
      expires.set(pair.expiresAt / 1_000)
      for (const server of servers) server.setSecureContext({ cert: pair.cert, key: pair.key })
      log.info('The certificate has changed; new connections get the new one.')
      return true
    } catch (error) {
      if (!(error instanceof StartupFault)) throw error
      // Files of a renewal may change one after the other, so only what lasts is worth a line, once.
      if (lastFault !== error.message) log.warn(`The former certificate stays: ${error.message}`)
      lastFault = error.message
      return false
    }
  }
  const timer = setInterval(() => void check(), checkMs).unref()
  return {
    serverFactory: (options) => (listener) => {
      const server = fingerprintServerFactory({ ...options, cert: pair.cert, key: pair.key })(listener)
      servers.add(secure(server))
      server.once('close', () => servers.delete(secure(server)))
      return server
    },
    check,
    stop: () => clearInterval(timer),
  }
}

/** What `fingerprintServerFactory` makes, by its real type. */
function secure(server: Server): Http2SecureServer {
  return server as unknown as Http2SecureServer
}

/** Reads a certificate and its key. Throws a `StartupFault` that names the setting of the file that cannot be used. */
export async function readPair(
  certFile: string,
  keyFile: string,
  [certName, keyName]: readonly [string, string] = ['TLS_CERT_FILE', 'TLS_KEY_FILE'],
): Promise<Pair> {
  const [cert, key] = await Promise.all([readFor(certName, certFile), readFor(keyName, keyFile)])
  const certificate = understood(() => new X509Certificate(cert), `${certName}: ${certFile} is no certificate in PEM`)
  const privateKey = understood(() => createPrivateKey(key), `${keyName}: ${keyFile} is no private key in PEM`)
  if (!certificate.checkPrivateKey(privateKey))
    throw new StartupFault(`${keyName}: ${keyFile} does not belong to the first certificate in ${certFile}`)
  return { cert, key, expiresAt: certificate.validToDate.getTime() }
}

function readFor(setting: string, file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartupFault(`${setting}: ${file} cannot be read (${error.code})`, { cause: error })
  })
}

function understood<T>(read: () => T, fault: string): T {
  try {
    return read()
  } catch (error) {
    throw new StartupFault(fault, { cause: error })
  }
}
