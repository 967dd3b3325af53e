import { X509Certificate } from 'node:crypto'
import { AcmeFault } from './acme-client.ts'

/** A chain and its key, PEM. */
export interface CertificatePair {
  readonly cert: string
  readonly key: string
}

/** Where pairs are kept from one start to the next. */
export interface CertificateStore {
  /** Null where there is none, or none that can be read. */
  read(host: string): CertificatePair | null
  write(host: string, pair: CertificatePair): void
}

export interface CertificateState {
  readonly host: string
  /** Milliseconds since 1970; null while there is no certificate. */
  readonly expiresAt: number | null
  /** Why the last order failed; null where it did not. */
  readonly fault: { readonly code: string; readonly message: string; readonly at: number } | null
  /** When the next order is due. */
  readonly nextAt: number
}

export interface KeeperOptions {
  readonly store: CertificateStore
  readonly order: (host: string) => Promise<CertificatePair>
  /** A pair is there from now on. */
  readonly onPair: (host: string, pair: CertificatePair) => void
  readonly onFault: (host: string, fault: Error, retryAt: number) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface CertificateKeeper {
  /** These hosts from now on. What is stored for them is there at once. */
  configure(hosts: readonly string[]): void
  /** Orders what is due, one after the other; resolves when that is done. Called again meanwhile, it is the same run. */
  run(): Promise<void>
  states(): CertificateState[]
}

interface Kept {
  expiresAt: number | null
  fault: CertificateState['fault']
  failures: number
  nextAt: number
}

/** A certificate is renewed when a third of its time is left. */
const renewAt = 2 / 3
const firstWaitMs = 60_000
const waitMsMax = 12 * 3_600_000

/** Keeps a certificate for each host. After a failure it waits, twice as long each time: authorities count tries, and punish many. */
export function keepCertificates({ store, order, onPair, onFault, now }: KeeperOptions): CertificateKeeper {
  const kept = new Map<string, Kept>()
  let running: Promise<void> | null = null

  function take(host: string, pair: CertificatePair): void {
    const { validFromDate, validToDate } = new X509Certificate(pair.cert)
    const [from, until] = [validFromDate.getTime(), validToDate.getTime()]
    kept.set(host, { expiresAt: until, fault: null, failures: 0, nextAt: from + (until - from) * renewAt })
    onPair(host, pair)
  }

  async function renew(host: string, state: Kept): Promise<void> {
    try {
      const pair = await order(host)
      // A host that is gone meanwhile keeps nothing; the pair is there if it comes back.
      store.write(host, pair)
      if (kept.has(host)) take(host, pair)
    } catch (error) {
      const fault = error instanceof Error ? error : new Error(String(error))
      state.failures += 1
      const asked = fault instanceof AcmeFault ? (fault.retryAfterMs ?? 0) : 0
      state.nextAt = now() + Math.max(asked, Math.min(waitMsMax, firstWaitMs * 2 ** (state.failures - 1)))
      state.fault = { code: fault instanceof AcmeFault ? fault.code : 'failed', message: fault.message, at: now() }
      onFault(host, fault, state.nextAt)
    }
  }

  async function runAll(): Promise<void> {
    for (const [host, state] of kept) if (state.nextAt <= now() && kept.get(host) === state) await renew(host, state)
  }

  return {
    configure(hosts) {
      for (const host of kept.keys()) if (!hosts.includes(host)) kept.delete(host)
      for (const host of hosts) {
        if (kept.has(host)) continue
        const pair = store.read(host)
        if (pair === null) kept.set(host, { expiresAt: null, fault: null, failures: 0, nextAt: 0 })
        else take(host, pair)
      }
    },
    run: () => (running ??= runAll().finally(() => (running = null))),
    states: () => [...kept].map(([host, { expiresAt, fault, nextAt }]) => ({ host, expiresAt, fault, nextAt })),
  }
}
