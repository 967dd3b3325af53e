/**
 * Rows as CSV by RFC 4180, with a line of names. A text that a spreadsheet would take for a formula gets an apostrophe in front: descriptions
 * of bots come from many hands.
 */
export function writeCsv(rows: readonly Readonly<Record<string, string | number | null>>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => names.map((name) => cell(row[name] ?? null)).join(','))
  return [names.join(','), ...lines, ''].join('\r\n')
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
