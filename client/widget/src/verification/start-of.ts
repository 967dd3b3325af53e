/** What the widget tells the service at the start. */
export interface Start {
  readonly siteKey: string
  readonly language: string
  readonly action?: string
  /** Path of the page; undefined in minimal data mode. */
  readonly path?: string
  readonly bypassKey?: string
  /** What the page gives its own server with the token. */
  readonly cData?: string
}

/** Longer ones are not the service's. */
const longestPath = 256

/** What stands in the attributes of an element. A key that lets the customer's own tests pass may also be set by script, as `bypassKey`. */
export function startOf(
  host: Element,
  { language, path }: { readonly language: string; readonly path: string | undefined },
): Start {
  const action = host.getAttribute('action')
  const cData = host.getAttribute('cdata')
  const bypassKey: unknown = Reflect.get(host, 'bypassKey') ?? host.getAttribute('bypass-key')
  return {
    siteKey: host.getAttribute('sitekey') ?? '',
    language,
    ...(action ? { action } : {}),
    ...(path ? { path: path.slice(0, longestPath) } : {}),
    ...(cData ? { cData } : {}),
    ...(bypassKey ? { bypassKey: String(bypassKey) } : {}),
  }
}
