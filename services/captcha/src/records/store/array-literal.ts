/**
 * Array parameters as PostgreSQL array literals, built by plain concatenation. The driver's own
 * serialisation escapes every element and costs several times as much per row.
 */
export function plainArray(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`
}

/** The same for free text: quoted, with quotes and backslashes escaped, null kept as null. */
export function textArray(values: readonly (string | null)[]): string {
  let literal = '{'
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? null
    literal += `${index === 0 ? '' : ','}${value === null ? 'NULL' : quote(value)}`
  }
  return `${literal}}`
}

const needsEscape = /["\\]/u
const escapes = /["\\]/gu

function quote(value: string): string {
  // A NUL cannot be stored as text and would fail the whole batch; a lone surrogate likewise.
  const safe = value.includes('\0') || !value.isWellFormed() ? value.replaceAll('\0', '').toWellFormed() : value
  return needsEscape.test(safe) ? `"${safe.replace(escapes, '\\$&')}"` : `"${safe}"`
}
