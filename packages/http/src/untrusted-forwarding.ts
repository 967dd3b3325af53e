import { channel } from 'node:diagnostics_channel'

/**
 * Hears of requests with forwarding headers from somewhere that is no trusted proxy. Most likely `TRUSTED_PROXIES` was forgotten behind a
 * reverse proxy: then all visitors have its address, and share every limit.
 */
export const untrustedForwarding = channel('bollard.http.untrusted-forwarding')

/** For each such request, so it costs next to nothing while nobody listens. */
export function noteUntrustedForwarding(): void {
  if (untrustedForwarding.hasSubscribers) untrustedForwarding.publish(null)
}
