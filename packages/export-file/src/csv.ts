export type Row = Readonly<Record<string, unknown>>

/** The names of the columns as the first line of a table. */
export function csvHead(columns: readonly string[]): string {
  return line(columns)
}

/** One row as a line of RFC 4180, with its CRLF. */
export function csvLine(columns: readonly string[], row: Row): string {
  return line(columns.map((column) => row[column]))
}

/** A whole table, with a column for each name that any of the rows has. */
export function toCsv(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return csvHead(columns) + rows.map((row) => csvLine(columns, row)).join('')
}

function line(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/**
 * What a spreadsheet takes for the beginning of a formula, in full width too. Names, hosts and comments are what visitors and
 * others wrote, and a formula could send on what else stands in the sheet (OWASP, "CSV Injection").
 */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u
/**
 * The same behind what ends a cell where semicolons separate them, as in most of Europe: such a spreadsheet does not see that
 * the text is quoted, and anybody can choose the action that a page names.
 */
const hiddenFormula = /([;\t\r\n]["'\s]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/gu
const needsQuotes = /[",\r\n]|^\s|\s$/u

/**
 * One cell of RFC 4180, quoted where it has to be; the only place that writes any. A text that could be a formula, or hold one,
 * gets an apostrophe in front of it. Numbers stay numbers, below zero too: they are added up. Null is empty, objects are JSON.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value)
  const harmless = (formula.test(text) ? `'${text}` : text).replaceAll(hiddenFormula, "$1'")
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
