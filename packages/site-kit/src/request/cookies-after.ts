/**
 * The cookies that the browser will send once it has read `setCookies`, as a `cookie` header; undefined when there are none.
 * Only for our own host: attributes other than the end of a cookie's life do not matter.
 */
export function cookiesAfter(sent: string | null, setCookies: readonly string[]): string | undefined {
  const cookies = new Map<string, string>()
  for (const pair of (sent ?? '').split(';')) keep(cookies, pair)
  for (const line of setCookies) {
    const [pair = '', ...attributes] = line.split(';')
    keep(cookies, pair)
    if (attributes.some((attribute) => /^\s*max-age\s*=\s*(?:0|-\d+)\s*$/iu.test(attribute) || isPast(attribute)))
      cookies.delete(nameOf(pair))
  }
  return cookies.size === 0 ? undefined : [...cookies.values()].join('; ')
}

function keep(cookies: Map<string, string>, pair: string): void {
  if (nameOf(pair) !== '') cookies.set(nameOf(pair), pair.trim())
}

function nameOf(pair: string): string {
  return pair.split('=', 1)[0]?.trim() ?? ''
}

/** Services end a cookie with the beginning of time; any other date lies ahead. */
function isPast(attribute: string): boolean {
  return /^\s*expires\s*=.*\b1970\b/iu.test(attribute)
}
