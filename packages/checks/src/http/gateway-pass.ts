import { randomBytes } from 'node:crypto'
import { issueProbePass, probePassHeader } from '@bollard/visitor-credentials/probe-pass'
import type { GatewayInFront } from '../check.ts'
import { hostOf } from '../connection/find-host.ts'
import type { ProbeRun } from '../connection/probe-run.ts'

/**
 * The header that lets one request pass a gateway, a fresh one each time; none where there is no gateway, or where a request goes elsewhere
 * than to the host that the owner named.
 */
export function gatewayPass(
  run: Pick<ProbeRun, 'options'>,
  gateway: GatewayInFront | undefined,
  { first, url }: { readonly first: URL; readonly url: URL },
): Readonly<Record<string, string>> {
  const secret = gateway?.secret ?? null
  if (secret === null || !isSameServer(first, url)) return {}
  const now = run.options.now?.() ?? Date.now()
  return { [probePassHeader]: issueProbePass(Buffer.from(secret, 'base64url'), now, randomBytes) }
}

/** The same scheme, host and port, or the same host where a redirect leads from HTTP to HTTPS, each at its usual port. */
export function isSameServer(first: URL, url: URL): boolean {
  if (hostOf(first) !== hostOf(url)) return false
  if (first.protocol === url.protocol) return first.port === url.port
  return /^(?:http|ws):$/u.test(first.protocol) && url.protocol === 'https:' && first.port === '' && url.port === ''
}
