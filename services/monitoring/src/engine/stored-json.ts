/**
 * Rows as one JSON text for a statement. What servers answer may hold what PostgreSQL does not take in JSON, and one such page would keep
 * the results of all others from being stored: zero bytes are left out, halves of characters become U+FFFD.
 */
export function storedJson(rows: readonly unknown[]): string {
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  )
}
