import { type Language, locales } from '@bollard/i18n'

/** Numbers and times in a language and a zone. All times are read from ISO strings; all durations are milliseconds. */
export interface Formats {
  zone: string
  isUtc: boolean
  whole(value: number): string
  /** Short, for axes: 12K, 3.4M. */
  compact(value: number): string
  /** Rounded and in words: 2.1 million. */
  inWords(value: number): string
  /** 0 … 1 as a percentage. */
  share(value: number): string
  /** Percent that were rounded down where they were computed, and are never rounded up again: 99.9731 → 99.973%. */
  percent(value: number): string
  /** A change as a percentage with its sign: 0.061 → +6.1 %. */
  change(value: number): string
  /** A score or a weight with two digits. */
  score(value: number): string
  /** As precise as it is given, up to three digits: 0.5. */
  decimal(value: number): string
  signed(value: number): string
  /** Doublings of the work as a factor: 2.5 → 5.7, 3 → 8. */
  times(bits: number): string
  duration(ms: number): string
  /** How long something lasted or how far apart things are, in the two largest whole units: 42 s, 5 min 20 s, 3 h, 12 days. */
  lasting(ms: number): string
  /** A number of bytes in the unit that fits: 640 B, 1.2 MB. */
  bytes(value: number): string
  /** 12:04:31 */
  clock(at: string): string
  /** 12:04 */
  hour(at: string): string
  /** Sat */
  weekday(at: string): string
  /** Sat 14:00 */
  weekdayHour(at: string): string
  /** 21 Nov */
  dayMonth(at: string): string
  /** 21 Nov 2026 */
  day(at: string): string
  /** 21 Nov 2026, 12:04:31 */
  moment(at: string): string
  /** Clock alone on the day of `now`, else with its day before it. */
  recent(at: string, now: number): string
}

const known = new Map<string, Formats>()

/** Made once per language and zone: building Intl objects costs more than all formatting of a page. */
export function formatsFor(language: Language, zone: string): Formats {
  const key = `${language} ${zone}`
  const made = known.get(key)
  if (made) return made
  // The zone comes from a cookie, so the map must not grow with what somebody writes into it.
  if (known.size >= 1000) known.clear()
  const formats = makeFormats(locales[language], zone)
  known.set(key, formats)
  return formats
}

/** True for a zone that this program knows; the service may know another release of the time zones. */
export function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z0-9_+/-]{1,64}$/u.test(value)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function makeFormats(locale: string, zone: string): Formats {
  const number = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
    const format = new Intl.NumberFormat(locale, options)
    // A minus as wide as a plus, or signed figures below each other do not line up.
    return (value) => format.format(value).replace('-', '−')
  }
  const time = (options: Intl.DateTimeFormatOptions): ((at: string) => string) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, hourCycle: 'h23', ...options })
    return (at) => format.format(new Date(at))
  }
  const seconds = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const tenths = number({ maximumFractionDigits: 1 })
  const whole = number({ maximumFractionDigits: 0 })
  const precise = number({ style: 'percent', maximumFractionDigits: 3 })
  const days = number({ style: 'unit', unit: 'day', unitDisplay: 'long' })
  const clock = time({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
  const hour = time({ hour: '2-digit', minute: '2-digit' })
  const weekday = time({ weekday: 'short' })
  const dayMonth = time({ day: 'numeric', month: 'short' })
  const day = time({ day: 'numeric', month: 'short', year: 'numeric' })
  return {
    zone,
    isUtc: zone === 'UTC' || zone === 'Etc/UTC',
    whole,
    compact: number({ notation: 'compact', maximumFractionDigits: 1 }),
    inWords: number({ notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 1 }),
    share: number({ style: 'percent', maximumFractionDigits: 1 }),
    // What is no whole thousandth in binary, such as 99.972, must not lose one.
    percent: (value) => precise(Math.floor(value * 1_000 + 1e-6) / 100_000),
    change: number({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
    score: seconds,
    decimal: number({ maximumFractionDigits: 3 }),
    signed: number({ minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' }),
    times: (bits) => (bits < 3.5 ? tenths : whole)(2 ** bits),
    // Below a tenth of a second the hundredths would be all that is left.
    duration: (ms) =>
      ms < 100 ? `${whole(ms)} ms` : ms < 60_000 ? `${seconds(ms / 1000)} s` : `${tenths(ms / 60_000)} min`,
    lasting: (ms) => {
      const all = Math.floor(ms / 1_000)
      if (all < 60) return `${whole(all)} s`
      if (all < 3_600) return twoUnits(all, 60, ['min', 's'], whole)
      return all < 2 * 86_400 ? twoUnits(Math.floor(all / 60), 60, ['h', 'min'], whole) : days(Math.floor(all / 86_400))
    },
    bytes: (value) =>
      value < 1_000
        ? `${whole(value)} B`
        : value < 999_950
          ? `${tenths(value / 1_000)} kB`
          : value < 999_950_000
            ? `${tenths(value / 1_000_000)} MB`
            : `${tenths(value / 1_000_000_000)} GB`,
    clock,
    hour,
    weekday,
    // Joined by hand: engines disagree about what stands between a day and an hour, and hydration would notice.
    weekdayHour: (at) => `${weekday(at)} ${hour(at)}`,
    dayMonth,
    day,
    moment: (at) => `${day(at)}, ${clock(at)}`,
    recent: (at, now) => (day(at) === day(new Date(now).toISOString()) ? clock(at) : `${dayMonth(at)}, ${clock(at)}`),
  }
}

/** A whole number of the smaller unit in both; the smaller one is left out where nothing of it is left. */
function twoUnits(
  count: number,
  each: number,
  [larger, smaller]: readonly [string, string],
  whole: (value: number) => string,
): string {
  const rest = count % each
  return `${whole(Math.floor(count / each))} ${larger}${rest === 0 ? '' : ` ${whole(rest)} ${smaller}`}`
}
