import type { IncomingHttpHeaders } from 'node:http'
import { createProxyReader } from './client-address.ts'

/** Whether a request came through something that forwards requests: none that it says, a trusted proxy, or somebody else. */
export type Forwarding = 'none' | 'trusted' | 'untrusted'

/** What reverse proxies, tunnels and content networks add to a request. No browser sends any of these. */
const forwardingHeader =
  /^(?:x-forwarded(?:-.+)?|x-original-.+|cf-.+|cdn-loop|forwarded|via|(?:x-real|x-client|true-client|fastly-client)-ip)$/u

/** Answers how a request was forwarded. `trustedProxies` are addresses or networks, `remote` is the other end of the connection. */
export function createForwarding(
  trustedProxies: readonly string[],
): (headers: IncomingHttpHeaders, remote: string | undefined) => Forwarding {
  const isProxy = createProxyReader(trustedProxies)
  return (headers, remote) => {
    if (!Object.keys(headers).some((name) => forwardingHeader.test(name))) return 'none'
    return isProxy(remote) ? 'trusted' : 'untrusted'
  }
}
