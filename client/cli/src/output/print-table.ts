import { printable } from '../terminal.ts'

const cellMax = 48
const columnsMax = 9

/** Which columns of a list people want to see: those that say something, ids and names first, and no more than fit a line. */
export function chooseColumns(known: readonly string[], items: readonly unknown[]): string[] {
  const [first] = items
  const found = known.length > 0 ? known : Object.keys(isRecord(first) ? first : {})
  const telling = found.filter(
    (name) => items.length === 0 || items.some((item) => isRecord(item) && !isEmpty(item[name])),
  )
  return telling.toSorted((a, b) => rank(a) - rank(b)).slice(0, columnsMax)
}

/** Rows as a table; what is longer than a cell ends in `…`. */
export function tableOf(columns: readonly string[], items: readonly unknown[]): string {
  const rows = items.map((item) => columns.map((name) => cellOf(isRecord(item) ? item[name] : item)))
  const widths = columns.map((name, at) => Math.max(widthOf(name), ...rows.map((row) => widthOf(row[at] ?? ''))))
  const lines = [columns, ...rows].map((row) =>
    row
      .map((cell, at) => pad(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}

/** One thing as lines of name and value; what stands in it below its name. */
export function detailsOf(value: unknown, indent = ''): string {
  if (!isRecord(value)) return `${indent}${cellOf(value, Infinity)}\n`
  const width = Math.max(0, ...Object.keys(value).map(widthOf))
  return Object.entries(value)
    .map(([name, inner]) => {
      const label = `${indent}${pad(printable(name), width)}`
      if (Array.isArray(inner) && inner.some(isRecord))
        return `${label.trimEnd()}\n${inner.map((one) => detailsOf(one, `${indent}  `)).join(`${indent}  -\n`)}`
      return isRecord(inner)
        ? `${label.trimEnd()}\n${detailsOf(inner, `${indent}  `)}`
        : `${label}  ${cellOf(inner, Infinity)}\n`
    })
    .join('')
}

function cellOf(value: unknown, most = cellMax): string {
  if (value === null || value === undefined) return '–'
  const text = typeof value === 'object' ? listed(value) : String(value)
  const line = printable(text).replaceAll(/\s+/gu, ' ')
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

function listed(value: object): string {
  return Array.isArray(value) && value.every((one) => typeof one !== 'object')
    ? value.join(', ')
    : JSON.stringify(value)
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Columns of a terminal; a letter of East Asia takes two. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (/\p{Mn}/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1), 0)
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u

function rank(name: string): number {
  if (/^(?:id|verificationId)$/u.test(name)) return 0
  return /^(?:label|name|email|state|status|outcome)$/u.test(name) ? 1 : 2
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
