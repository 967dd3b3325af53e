/// <reference lib="esnext.temporal" />
import type { DemoAvailability } from '@bollard/contracts'

export interface Slot {
  readonly startsAt: Date
  readonly endsAt: Date
}
type Offer = Pick<DemoAvailability, 'timezone' | 'hours' | 'slotMinutes' | 'daysOff'>
type Bounds = Pick<DemoAvailability, 'noticeHours' | 'horizonDays'>

const hourMs = 3_600_000

/**
 * Every slot that begins in `[from, to)`, free or not, the earliest first. Hours are read on the clock of the zone: one that a change of clocks
 * skips has no slot, and one that comes twice has a slot the first time. A slot always lasts as long as it should, and none begins
 * before the one before it has ended.
 */
export function* offeredSlots(offer: Offer, from: Date, to: Date): Generator<Slot> {
  const daysOff = new Set(offer.daysOff)
  let day = dayOf(from, offer.timezone)
  for (; startOf(day, offer.timezone) < to.getTime(); day = day.add({ days: 1 })) {
    if (daysOff.has(day.toString())) continue
    for (const slot of slotsOfDay(offer, day)) if (slot.startsAt >= from && slot.startsAt < to) yield slot
  }
}

/** The slot that begins at exactly this time; null where none is offered. */
export function findSlot(offer: Offer, startsAt: Date): Slot | null {
  const [slot] = offeredSlots(offer, startsAt, new Date(startsAt.getTime() + 1))
  return slot ?? null
}

/** Between which times a demo can be booked now. */
export function bookableRange({ noticeHours, horizonDays }: Bounds, now: Date): { from: Date; to: Date } {
  return {
    from: new Date(now.getTime() + noticeHours * hourMs),
    to: new Date(now.getTime() + horizonDays * 24 * hourMs),
  }
}

function* slotsOfDay({ timezone, hours, slotMinutes }: Offer, day: Temporal.PlainDate): Generator<Slot> {
  const today = hours.filter(({ weekday }) => weekday === day.dayOfWeek)
  let busyUntil = 0
  for (const { from, to } of today.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const closesAt = onClock(day, minutesOf(to), timezone).epochMilliseconds
    for (let minute = minutesOf(from); minute + slotMinutes <= minutesOf(to); minute += slotMinutes) {
      const start = onClock(day, minute, timezone)
      const startsAt = start.epochMilliseconds
      const endsAt = startsAt + slotMinutes * 60_000
      const isSkipped = start.hour * 60 + start.minute !== minute
      if (isSkipped || startsAt < busyUntil || endsAt > closesAt) continue
      busyUntil = endsAt
      yield { startsAt: new Date(startsAt), endsAt: new Date(endsAt) }
    }
  }
}

function onClock(day: Temporal.PlainDate, minute: number, timezone: string): Temporal.ZonedDateTime {
  // The end of the day is the beginning of the next one.
  const [date, rest] = minute === 1440 ? [day.add({ days: 1 }), 0] : [day, minute]
  return date
    .toPlainDateTime({ hour: Math.floor(rest / 60), minute: rest % 60 })
    .toZonedDateTime(timezone, { disambiguation: 'compatible' })
}

function dayOf(at: Date, timezone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
}

function startOf(day: Temporal.PlainDate, timezone: string): number {
  return day.toZonedDateTime(timezone).epochMilliseconds
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
}
