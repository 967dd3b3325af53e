import type { MaintenanceWindow, MaintenanceWindowNew, Recurrence } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY_BY_DAY', 'MONTHLY_BY_WEEKDAY'] as const

/** A maintenance window as somebody typed it. */
export interface TypedWindow {
  title: string
  startsAt: string
  durationMinutes: string
  timeZone: string
  serviceIds: string[]
  frequency: string
  interval: string
  weekdays: string[]
  day: string
  nth: string
  until: string
}

export const newWindow = (timeZone: string): TypedWindow => ({
  title: '',
  startsAt: '',
  durationMinutes: '60',
  timeZone,
  serviceIds: [],
  frequency: '',
  interval: '1',
  weekdays: ['1'],
  day: '1',
  nth: '1',
  until: '',
})

export function typedWindow(form: FormData): TypedWindow {
  const text = (name: string) => textOf(form, name).trim()
  return {
    title: text('title'),
    // Some browsers add the seconds.
    startsAt: text('startsAt').slice(0, 16),
    durationMinutes: text('durationMinutes'),
    timeZone: text('timeZone'),
    serviceIds: form.getAll('serviceIds').map(String),
    frequency: text('recurrence/frequency'),
    interval: text('recurrence/interval'),
    weekdays: form.getAll('recurrence/weekdays').map(String),
    day: text('recurrence/day'),
    nth: text('recurrence/nth'),
    until: text('recurrence/until'),
  }
}

export function shownWindow({ recurrence, ...window }: MaintenanceWindow): TypedWindow {
  const begun = newWindow(window.timeZone)
  const shared = {
    ...begun,
    title: window.title,
    startsAt: window.startsAt,
    durationMinutes: String(window.durationMinutes),
    serviceIds: window.serviceIds,
  }
  if (recurrence === null) return shared
  return {
    ...shared,
    frequency: recurrence.frequency,
    interval: String(recurrence.interval),
    until: recurrence.until ?? '',
    ...(recurrence.frequency === 'WEEKLY' ? { weekdays: recurrence.weekdays.map(String) } : {}),
    ...(recurrence.frequency === 'MONTHLY_BY_DAY' ? { day: String(recurrence.day) } : {}),
    ...(recurrence.frequency === 'MONTHLY_BY_WEEKDAY'
      ? { weekdays: [String(recurrence.weekday)], nth: String(recurrence.nth) }
      : {}),
  }
}

/** As it is sent. `count` is kept from what is stored, since it has no field. */
export function windowOf(typed: TypedWindow, count: number | null): MaintenanceWindowNew {
  const { title, startsAt, timeZone, serviceIds } = typed
  const durationMinutes = Number(typed.durationMinutes)
  return { title, startsAt, durationMinutes, timeZone, serviceIds, recurrence: recurrenceOf(typed, count) }
}

function recurrenceOf(typed: TypedWindow, count: number | null): Recurrence | null {
  const frequency = frequencies.find((one) => one === typed.frequency)
  if (frequency === undefined) return null
  const shared = { interval: Number(typed.interval), until: typed.until === '' ? null : typed.until, count }
  const weekdays = typed.weekdays.map(Number)
  if (frequency === 'WEEKLY') return { ...shared, frequency, weekdays }
  if (frequency === 'MONTHLY_BY_DAY') return { ...shared, frequency, day: Number(typed.day) }
  if (frequency === 'MONTHLY_BY_WEEKDAY')
    return { ...shared, frequency, weekday: weekdays[0] ?? 1, nth: Number(typed.nth) }
  return { ...shared, frequency }
}
