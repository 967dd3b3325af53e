export type Row = Readonly<Record<string, unknown>>

/** The names of the columns as the first line of a table. */
export function csvHead(columns: readonly string[]): string {
  return line(columns)
}

/** One row as a line of RFC 4180, with its CRLF. A cell that a spreadsheet would take for a formula gets an apostrophe in front. */
export function csvLine(columns: readonly string[], row: Row): string {
  return line(columns.map((column) => row[column]))
}

/** A whole table, with a column for each name that any of the rows has. */
export function toCsv(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return csvHead(columns) + rows.map((row) => csvLine(columns, row)).join('')
}

function line(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: unknown): string {
  const text =
    value == null
      ? ''
      : typeof value === 'string'
        ? value
        : value instanceof Date
          ? value.toISOString()
          : JSON.stringify(value)
  // A negative number is none either: what is added up in a spreadsheet has to stay a number.
  const harmless = typeof value !== 'number' && /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
