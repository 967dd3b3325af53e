import type { KumaTables } from './open-database.ts'
import type { DraftInHand, Note } from '../draft/draft.ts'
import { nameFrom } from '../draft/draft.ts'
import { listOf, numberOf } from './map-monitor.ts'

type Row = KumaTables['maintenance'][number]
interface Around {
  /** Keys of services by the id of their monitor. */
  readonly keys: ReadonlyMap<number, string>
  /** The zone of the solution, for windows in that of the server. */
  readonly timeZone: string
  /** Today, such as `2026-11-27`: where a series has no beginning. */
  readonly today: string
}

/** Planned work. A window of no service silences nothing there, so it isn't taken: here it would silence all. */
export function addMaintenance(tables: KumaTables, draft: DraftInHand, around: Around): void {
  const members = Map.groupBy(tables.monitor_maintenance, (row) => numberOf(row['maintenance_id']))
  for (const row of tables.maintenance) {
    const title = nameFrom(row['title'], 'Maintenance')
    const note = draft.noteOn(title)
    const services = (members.get(numberOf(row['id'])) ?? []).flatMap(
      (one) => around.keys.get(numberOf(one['monitor_id'])) ?? [],
    )
    if (row['active'] !== 1) note('setting-unsupported', 'active', 'false')
    else if (services.length === 0) note('value-invalid', 'monitors')
    else addWindows(row, title, [...new Set(services)], { draft, note, around })
  }
}

function addWindows(
  row: Row,
  title: string,
  services: string[],
  { draft, note, around }: { draft: DraftInHand; note: Note; around: Around },
): void {
  const key = `kuma-maintenance-${numberOf(row['id'])}`
  const [start, end] = [momentOf(row['start_date']), momentOf(row['end_date'])]
  const shared = { title, services, timeZone: zoneOf(row, around.timeZone, note) }
  if (row['strategy'] === 'single') {
    const minutes = (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 60_000
    if (end.slice(0, 10) < around.today) return note('past')
    return draft.addWindow({ ...shared, key, startsAt: start, durationMinutes: minutes })
  }
  const [from, to] = [minutesOf(row['start_time']), minutesOf(row['end_time'])]
  const durationMinutes = (to - from + 1_440) % 1_440 || 1_440
  const until = end === '' ? null : end.slice(0, 10)
  if (until !== null && until < around.today) return note('past')
  const startsAt = `${start.slice(0, 10) || around.today}T${clockOf(from)}`
  const window = { ...shared, durationMinutes, startsAt }
  switch (row['strategy']) {
    case 'recurring-interval': {
      const recurrence = { frequency: 'DAILY' as const, interval: numberOf(row['interval_day']) || 1, until }
      return draft.addWindow({ ...window, key, recurrence })
    }
    case 'recurring-weekday': {
      const weekdays = listOf(row['weekdays']).map((day) => Number(day) || 7)
      return draft.addWindow({ ...window, key, recurrence: { frequency: 'WEEKLY', weekdays, until } })
    }
    case 'recurring-day-of-month':
      for (const day of listOf(row['days_of_month'])) {
        const number = day === 'lastDay1' ? -1 : Number(day)
        // Of the days before the last one, that product doesn't know when they are either.
        if (Number.isNaN(number)) note('setting-unsupported', 'days_of_month', day)
        else
          draft.addWindow({
            ...window,
            key: `${key}-${number === -1 ? 'last' : number}`,
            recurrence: { frequency: 'MONTHLY_BY_DAY', day: number, until },
          })
      }
      return
    case 'cron': {
      // Its length is of its own, in seconds.
      const planned = ofCron(String(row['cron'] ?? ''))
      const minutes = Math.round(numberOf(row['duration']) / 60)
      if (planned === null) return note('setting-unsupported', 'cron', row['cron'])
      const first = `${start.slice(0, 10) || around.today}T${planned.clock}`
      const recurrence = { ...planned.recurrence, until }
      return draft.addWindow({ ...shared, key, startsAt: first, durationMinutes: minutes, recurrence })
    }
    default:
      return note('kind-unsupported', 'strategy', row['strategy'])
  }
}

/** A line of cron that names one minute of each day, of days of the week, or of one day of each month; null for any other. */
function ofCron(line: string) {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = line.trim().split(/\s+/u)
  if (more.length > 0 || month !== '*' || !/^[0-5]?\d$/u.test(minute) || !/^(?:[01]?\d|2[0-3])$/u.test(hour))
    return null
  const clock = clockOf(Number(hour) * 60 + Number(minute))
  if (day === '*' && weekday === '*') return { clock, recurrence: { frequency: 'DAILY' as const } }
  if (day === '*' && /^[0-7](?:,[0-7])*$/u.test(weekday)) {
    const weekdays = [...new Set(weekday.split(',').map((one) => Number(one) || 7))]
    return { clock, recurrence: { frequency: 'WEEKLY' as const, weekdays } }
  }
  if (weekday !== '*' || !/^(?:[1-9]|[12]\d|3[01])$/u.test(day)) return null
  return { clock, recurrence: { frequency: 'MONTHLY_BY_DAY' as const, day: Number(day) } }
}

function zoneOf(row: Row, otherwise: string, note: Note): string {
  const zone = String(row['timezone'] ?? '')
  if (zone !== '' && zone !== 'SAME_AS_SERVER') return zone === 'UTC' ? 'Etc/UTC' : zone
  note('value-adjusted', 'timezone', zone || 'SAME_AS_SERVER')
  return otherwise
}

/** `2026-11-27 22:00:00` or with a T, as `2026-11-27T22:00`; empty without one. */
function momentOf(value: Row[string] | undefined): string {
  const found = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)/u.exec(String(value ?? ''))
  return found === null ? '' : `${found[1]}T${found[2]}`
}

function minutesOf(value: Row[string] | undefined): number {
  const [hours = 0, minutes = 0] = String(value ?? '')
    .split(':')
    .map(Number)
  return (hours || 0) * 60 + (minutes || 0)
}

function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
