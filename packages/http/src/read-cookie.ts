/**
 * The value of a cookie in a `cookie` header, as it was sent. Null without one, and when there are several that differ: another host
 * of the same domain may have put one beside ours, and nothing tells which of them the browser had from us.
 */
export function readCookie(header: string | undefined, name: string): string | null {
  // Most have none by that name, or no other.
  if (header === undefined || !header.includes(name)) return null
  let found: string | null = null
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at === -1 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    if (found !== null && found !== value) return null
    found = value
  }
  return found
}
