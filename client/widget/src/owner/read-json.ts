/** An object as it is, or as a page has written it into an attribute; empty where it cannot be read. */
export function readJson(value: unknown): object {
  if (typeof value !== 'string') return Object(value)
  try {
    return Object(JSON.parse(value))
  } catch {
    return {}
  }
}
