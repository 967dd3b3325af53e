import type { StartBody } from '@bollard/contracts'

/** What the widget tells the service at the start; no path in minimal data mode. */
export type Start = StartBody & { readonly language: string }

/** Longer ones are not the service's. */
const pathLengthMax = 256

/** What stands in the attributes of an element. A key that lets the customer's own tests pass may also be set by script, as `bypassKey`. */
export function startOf(
  host: Element,
  { language, path }: { readonly language: string; readonly path: string | undefined },
): Start {
  const action = host.getAttribute('action')
  const cData = host.getAttribute('cdata')
  const workTicket = host.getAttribute('data-ticket')
  const bypassKey: unknown = Reflect.get(host, 'bypassKey') ?? host.getAttribute('bypass-key')
  return {
    siteKey: host.getAttribute('sitekey') ?? '',
    language,
    ...(action ? { action } : {}),
    ...(path ? { path: path.slice(0, pathLengthMax) } : {}),
    ...(cData ? { cData } : {}),
    ...(workTicket ? { workTicket } : {}),
    ...(bypassKey ? { bypassKey: String(bypassKey) } : {}),
  }
}
