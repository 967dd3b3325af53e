import { createSecureContext, type SecureContext } from 'node:tls'
import type { GatewayPolicy } from '@bollard/guard'
import { readPair } from '../child/keep-certificate.ts'

/** Certificates of own files, by host, which follow the files. */
export interface OwnCertificates {
  contextFor(host: string): SecureContext | undefined
  /** Reads the files of these sites now; throws a `StartupFault` for one that cannot be used, and keeps what was. */
  configure(sites: GatewayPolicy['sites']): Promise<void>
  /** When each one ends, in milliseconds since 1970. */
  expiries(): { readonly host: string; readonly expiresAt: number }[]
  stop(): void
}

interface Kept {
  readonly context: SecureContext
  readonly expiresAt: number
  readonly cert: Buffer
}

const checkMs = 60_000

/** Reads certificates, and once a minute again: whatever renews them need tell nobody. A pair that cannot be used leaves the last one. */
export function keepOwnCertificates(onFault: (message: string) => void): OwnCertificates {
  let kept: ReadonlyMap<string, Kept> = new Map()
  let sites: GatewayPolicy['sites'] = []

  async function read(given: GatewayPolicy['sites'], onEach: (error: unknown) => void): Promise<Map<string, Kept>> {
    const next = new Map<string, Kept>()
    for (const { hosts, certificate } of given) {
      if (certificate === undefined || certificate === 'ACME') continue
      const found = await readPair(certificate.certFile, certificate.keyFile, ['certFile', 'keyFile']).catch(onEach)
      for (const host of hosts) {
        const former = kept.get(host)
        if (found === undefined) {
          if (former !== undefined) next.set(host, former)
        } else if (former?.cert.equals(found.cert) === true) next.set(host, former)
        else next.set(host, { context: createSecureContext(found), expiresAt: found.expiresAt, cert: found.cert })
      }
    }
    return next
  }

  const timer = setInterval(() => {
    void read(sites, (error) =>
      onFault(`The former certificate stays: ${error instanceof Error ? error.message : error}`),
    )
      .then((next) => (kept = next))
      .catch((error: unknown) => onFault(String(error)))
  }, checkMs)
  timer.unref()
  return {
    contextFor: (host) => kept.get(host)?.context,
    async configure(given) {
      kept = await read(given, (error) => {
        throw error
      })
      sites = given
    },
    expiries: () => [...kept].map(([host, { expiresAt }]) => ({ host, expiresAt })),
    stop: () => clearInterval(timer),
  }
}
