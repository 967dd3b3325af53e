export interface TimezoneGroup {
  region: string
  zones: { id: string; label: string }[]
}

/** Time zones by region with their present offset, both in the order of the alphabet; `current` is among them whatever its name. */
export function timezoneGroups(
  zones: readonly { id: string; offsetMinutes: number }[],
  current: string,
): TimezoneGroup[] {
  const labels = new Map(zones.map(({ id, offsetMinutes }) => [id, `${placeOf(id)} (${offsetText(offsetMinutes)})`]))
  if (!labels.has(current)) labels.set(current, placeOf(current))
  const sorted = [...labels].toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  const groups = Map.groupBy(sorted, ([id]) => (id.includes('/') ? id.slice(0, id.indexOf('/')) : 'UTC'))
  return [...groups].map(([region, ofRegion]) => ({ region, zones: ofRegion.map(([id, label]) => ({ id, label })) }))
}

function placeOf(id: string): string {
  return id
    .slice(id.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ', ')
}

/** Such as `UTC+02:00`. */
function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}
