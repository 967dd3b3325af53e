/** The value of the cookie called `name` in a `cookie` header (or `document.cookie`), as it was written; null without one. */
export function cookieValue(header: string | null, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return readable(pair.slice(at + 1).trim())
  }
  return null
}

function readable(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
