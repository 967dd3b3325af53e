/** The names in a `cookie` header or in `document.cookie`, in their order. A pair without `=` is a value without a name. */
export function cookieNames(header: string): string[] {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => (pair.includes('=') ? pair.slice(0, pair.indexOf('=')).trim() : ''))
}

/** Those that came with the request although no script can read them, as `HttpOnly` has it. */
export function hiddenFromScripts(received: readonly string[], readable: readonly string[]): string[] {
  return received.filter((name) => !readable.includes(name))
}
