const shape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** An id from an address or a form; null for what is none, as an empty choice. */
export function readId(value: unknown): string | null {
  return typeof value === 'string' && shape.test(value) ? value : null
}
