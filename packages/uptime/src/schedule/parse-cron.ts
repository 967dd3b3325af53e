import { UptimeFault } from '../calendar/uptime-fault.ts'

/** When a cron line is due. Sets are sorted. */
export interface Cron {
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly days: ReadonlySet<number>
  /** 1–12 */
  readonly months: ReadonlySet<number>
  /** 1 is Monday and 7 is Sunday. */
  readonly weekdays: ReadonlySet<number>
  /** Whether a day of the month or a weekday is enough: so it is where both are given without a star in front. */
  readonly eitherDay: boolean
}

interface Field {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly names: readonly string[]
}

const fields: readonly [Field, Field, Field, Field, Field] = [
  { name: 'minute', min: 0, max: 59, names: [] },
  { name: 'hour', min: 0, max: 23, names: [] },
  { name: 'dayOfMonth', min: 1, max: 31, names: [] },
  {
    name: 'month',
    min: 1,
    max: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  // Both 0 and 7 are Sunday.
  { name: 'dayOfWeek', min: 0, max: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
]

const nicknames: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
}
const lineLengthMax = 200
/** The most days each month can have. */
const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Reads a cron line of five fields: minute, hour, day of month, month, day of week, each a list of `*`, numbers, names
 * of months and weekdays and ranges with an optional step; and nicknames such as `@daily`. As in crontab(5) of Debian,
 * where day of month and day of week are both given and neither begins with a star, either is enough.
 *
 * Throws an UptimeFault: `bad-cron` with the field that is wrong, or `line` where there are not five fields;
 * `never-due` for a date that no year has. Stricter than cron, which lets a step pass that is larger than its range and
 * then does not do what was meant.
 */
export function parseCron(line: string): Cron {
  const trimmed = line.trim().toLowerCase()
  const texts = (Object.hasOwn(nicknames, trimmed) ? (nicknames[trimmed] ?? '') : trimmed).split(/\s+/u)
  const [minute, hour, dayOfMonth, month, dayOfWeek] = texts
  if (texts.length !== 5 || line.length > lineLengthMax || dayOfWeek === undefined)
    throw new UptimeFault(
      'bad-cron',
      'line',
      'A cron line has five fields: minute, hour, day of month, month, day of week',
    )
  const months = new Set(parseField(month, fields[3]))
  const days = new Set(parseField(dayOfMonth, fields[2]))
  const weekdays = new Set(parseField(dayOfWeek, fields[4]).map((day) => (day === 0 ? 7 : day)))
  const starred = [dayOfMonth, dayOfWeek].some((text) => text?.startsWith('*'))
  const dayExists = [...months].some((number) => [...days].some((day) => day <= (longest[number - 1] ?? 0)))
  if (!dayExists && starred)
    throw new UptimeFault('never-due', fields[2].name, `No month of "${month}" has a day of "${dayOfMonth}"`)
  return {
    minutes: parseField(minute, fields[0]),
    hours: parseField(hour, fields[1]),
    days,
    months,
    weekdays,
    eitherDay: !starred,
  }
}

/** The numbers that a field names, sorted, each once. */
function parseField(text: string | undefined, field: Field): readonly number[] {
  const numbers = (text ?? '').split(',').flatMap((part) => parsePart(part, field))
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

function parsePart(part: string, field: Field): readonly number[] {
  const [, range, first, last, stepText] = /^(\*|([^-/*]+)(?:-([^-/*]+))?)(?:\/(\d{1,2}))?$/u.exec(part) ?? []
  if (range === undefined) throw badField(field, `"${part}" is no number, range or step`)
  const from = first === undefined ? field.min : parseNumber(first, field)
  // A star in the field of weekdays names each of them once.
  const wholeEnd = field.max === 7 ? 6 : field.max
  const until = first === undefined ? wholeEnd : last === undefined ? from : parseEnd(last, field)
  if (until < from) throw badField(field, `"${part}" ends before it begins`)
  if (stepText === undefined) return Array.from({ length: until - from + 1 }, (_, index) => from + index)
  const step = Number(stepText)
  if (first !== undefined && last === undefined) throw badField(field, `"${part}" has a step and no range`)
  if (step < 1 || step > until - from) throw badField(field, `the step of "${part}" must be from 1 to ${until - from}`)
  return Array.from({ length: Math.floor((until - from) / step) + 1 }, (_, index) => from + index * step)
}

/** A range of weekdays may end with Sunday. */
function parseEnd(text: string, field: Field): number {
  return text === 'sun' && field.max === 7 ? 7 : parseNumber(text, field)
}

function parseNumber(text: string, field: Field): number {
  const named = field.names.indexOf(text)
  if (named !== -1) return named + (field.name === 'month' ? 1 : 0)
  const number = /^\d{1,2}$/u.test(text) ? Number(text) : Number.NaN
  if (number >= field.min && number <= field.max) return number
  throw badField(field, `"${text}" is not from ${field.min} to ${field.max}`)
}

function badField(field: Field, message: string): UptimeFault {
  return new UptimeFault('bad-cron', field.name, `The field ${field.name} of the cron line is wrong: ${message}`)
}
