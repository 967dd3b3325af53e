import { timeSchema, timezoneSchema } from '@bollard/contracts'
import { timezoneGroups } from '@bollard/site-kit'
import { apiOf, attempt, pageAddress } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import type { Times } from './time-choice.tsx'

/** As many days are shown at once, and no more of them than have so many times, but at least one. */
const daysMax = 5
const timesMax = 30

/**
 * Free times of demos from what the address names (`from`) on, by day of the zone that it names (`zone`), else of `usual`, by default the operator's. Null where no
 * demo can be booked here, or nobody can tell at the moment.
 */
export async function readTimes(
  context: Readonly<RouterContextProvider>,
  request: Request,
  usual?: string,
): Promise<Times | null> {
  const { searchParams } = pageAddress(request)
  const api = apiOf(context, request)
  const from = timeSchema.safeParse(searchParams.get('from')).data
  const [slots, zones] = await Promise.all([attempt(api.listDemoSlots({ from })), attempt(api.listTimezones())])
  if (!slots.ok || slots.value.offer === null) return null
  const { offer, items, nextFrom } = slots.value
  const timezone = timezoneSchema.safeParse(searchParams.get('zone')).data ?? usual ?? offer.timezone
  const ofDay = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: timezone })
  const starts = items.map(({ startsAt }) => startsAt)
  const days = [...Map.groupBy(starts, (startsAt) => ofDay.format(new Date(startsAt))).values()]
  const shown = daysThatFit(days)
  return {
    timezone,
    isOperators: timezone === offer.timezone,
    isGuessed: usual === undefined,
    slotMinutes: offer.slotMinutes,
    days: days.slice(0, shown),
    laterFrom: days[shown]?.[0] ?? nextFrom,
    from: from ?? null,
    zones: timezoneGroups(zones.ok ? zones.value.items : [], timezone),
  }
}

function daysThatFit(days: readonly (readonly string[])[]): number {
  let [count, times] = [0, 0]
  for (const day of days.slice(0, daysMax)) {
    times += day.length
    if (count > 0 && times > timesMax) break
    count += 1
  }
  return count
}
