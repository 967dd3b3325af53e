import type { ConnectionFacts, RequestHeaders } from '@bollard/bot-score'
import { judgeConnection, judgeHeaderOrder } from '@bollard/bot-score'
import { headerText } from './header-text.ts'

/**
 * What the connection of a request says against the browser that it names, as bits of the score's server checks: all of it
 * where TLS ends here (`facts`), else the order of its headers, unless a proxy has put them into an order of its own. Who
 * names a proxy in a header need not have come through one, so only `throughProxy` counts: the other end is a trusted proxy.
 */
export function connectionSignals(
  headers: RequestHeaders,
  { facts, throughProxy }: { readonly facts?: ConnectionFacts | undefined; readonly throughProxy: boolean },
): number {
  const userAgent = headerText(headers['user-agent'])
  if (facts !== undefined) return judgeConnection(facts, userAgent)
  return throughProxy ? 0 : judgeHeaderOrder(Object.keys(headers), userAgent, { throughProxy })
}
