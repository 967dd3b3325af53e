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
  // What is undefined is not sent.
  const own = (name: string) => host.getAttribute(name) || undefined
  const bypassKey: unknown = Reflect.get(host, 'bypassKey') ?? own('bypass-key')
  return {
    siteKey: own('sitekey') ?? '',
    language,
    action: own('action'),
    path: path?.slice(0, pathLengthMax) || undefined,
    cData: own('cdata'),
    workTicket: own('data-ticket'),
    bypassKey: bypassKey ? String(bypassKey) : undefined,
  }
}
