import { expect, test } from 'vitest'
import { timezoneGroups } from './timezone-groups.ts'

const zones = [
  { id: 'America/Argentina/Ushuaia', offsetMinutes: -180 },
  { id: 'Asia/Kolkata', offsetMinutes: 330 },
  { id: 'Europe/Berlin', offsetMinutes: 60 },
  { id: 'America/New_York', offsetMinutes: -300 },
  { id: 'Etc/UTC', offsetMinutes: 0 },
]

test('zones stand by region and place, with their offset', () => {
  expect(timezoneGroups(zones, 'Europe/Berlin')).toEqual([
    {
      region: 'America',
      zones: [
        { id: 'America/Argentina/Ushuaia', label: 'Argentina, Ushuaia (UTC-03:00)' },
        { id: 'America/New_York', label: 'New York (UTC-05:00)' },
      ],
    },
    { region: 'Asia', zones: [{ id: 'Asia/Kolkata', label: 'Kolkata (UTC+05:30)' }] },
    { region: 'Etc', zones: [{ id: 'Etc/UTC', label: 'UTC (UTC+00:00)' }] },
    { region: 'Europe', zones: [{ id: 'Europe/Berlin', label: 'Berlin (UTC+01:00)' }] },
  ])
})

test('the zone of an account can be chosen, also where the list no longer names it', () => {
  const ids = (current: string) => timezoneGroups(zones, current).flatMap((group) => group.zones.map(({ id }) => id))
  expect(ids('Asia/Calcutta')).toContain('Asia/Calcutta')
  expect(ids('UTC')).toContain('UTC')
  expect(ids('Europe/Berlin')).toHaveLength(zones.length)
})
