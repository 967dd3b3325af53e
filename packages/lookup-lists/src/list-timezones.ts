export interface Timezone {
  /** IANA name, such as `Europe/Berlin`. */
  readonly id: string
  /** Minutes ahead of UTC at the given moment. */
  readonly offsetMinutes: number
}

/** The time zones that this runtime knows, `Etc/UTC` among them, from west to east and then by name. */
export function listTimezones(at: Date): Timezone[] {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'Etc/UTC'])].map((id) => ({
    id,
    offsetMinutes: offsetOf(id, at),
  }))
  return zones.toSorted((a, b) => a.offsetMinutes - b.offsetMinutes || (a.id < b.id ? -1 : 1))
}

/** Whether this runtime can show times in a zone. */
export function isTimezone(id: string): boolean {
  // Offsets such as "+02:00" are zones for Intl, but no place that changes its clocks.
  if (!/^[A-Za-z]/u.test(id)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: id }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function offsetOf(timeZone: string, at: Date): number {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/u.exec(name ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) || 0
}
