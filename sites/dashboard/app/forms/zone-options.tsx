import type { TimezoneGroup } from '@bollard/site-kit'

/** The time zones of the world as options of a select, by region. */
export function ZoneOptions({ zones }: { zones: readonly TimezoneGroup[] }) {
  return zones.map(({ region, zones: ofRegion }) => (
    <optgroup key={region} label={region}>
      {ofRegion.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </optgroup>
  ))
}
