import { untrustedForwarding } from '@bollard/http'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'

const hourMs = 3_600_000

/**
 * Counts requests whose forwarding headers were ignored since they came from no trusted proxy, and warns of them once an hour while
 * `TRUSTED_PROXIES` is empty: then everybody behind the proxy is one visitor. Answers what is told of each such request, and hears of those
 * that `@bollard/http` has seen by itself.
 */
export function watchForwarding(
  registry: Registry,
  { trustedProxies, log, now }: { trustedProxies: readonly string[]; log: Pick<Logger, 'warn'>; now: () => number },
): () => void {
  const ignored = new Counter({
    name: 'bollard_forwarding_headers_ignored_total',
    help: 'Requests with forwarding headers, such as X-Forwarded-For, that did not come from TRUSTED_PROXIES',
    registers: [registry],
  })
  let warnedAt = Number.NEGATIVE_INFINITY
  const note = (): void => {
    ignored.inc()
    if (trustedProxies.length > 0 || now() - warnedAt < hourMs) return
    warnedAt = now()
    log.warn(
      'Requests arrive with headers of a reverse proxy, and TRUSTED_PROXIES is empty: all visitors behind it count as one. Name the address of the proxy there.',
    )
  }
  untrustedForwarding.subscribe(note)
  return note
}
