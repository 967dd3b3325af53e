import { locales } from '@bollard/i18n'
import { ModuleScript, type TimezoneGroup, useSite } from '@bollard/site-kit'
import { Button, FieldError, SelectField } from '@bollard/ui'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import timesIsland from './demo-times.island.ts?worker&url'
import { clockText, dayText } from './moment-text.ts'

/** Free times as a page shows them. */
export interface Times {
  /** In which they are shown. */
  timezone: string
  /** Whether that is the operator's zone. */
  isOperators: boolean
  /** Nobody has said a zone yet, so that of the browser is better. */
  isGuessed: boolean
  slotMinutes: number
  /** By day, the beginnings of the times, RFC 3339 in UTC. */
  days: readonly (readonly string[])[]
  /** Where the next days begin; null after the last. */
  laterFrom: string | null
  /** Where these days begin, as the address says; null for the first. */
  from: string | null
  zones: readonly TimezoneGroup[]
}

/**
 * Free times as choices of a form, by day, in a zone that can be changed: without script by a form of its own, and with it the element shows
 * them in the browser's zone at once. `kept` is what the address has beside that. `children` end the form.
 */
export function TimeChoice({
  times,
  kept,
  error,
  children,
}: {
  times: Times
  kept: Readonly<Record<string, string>>
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <demo-times data-zone={times.isGuessed ? times.timezone : undefined} className="grid gap-6">
      <div data-zoned>
        <ZoneForm times={times} kept={kept} />
      </div>
      <form id="form" method="post" className="grid gap-5">
        <div data-zoned className="grid gap-5">
          <input type="hidden" name="zone" value={times.timezone} />
          <Days times={times} error={error} />
          <OtherDays times={times} kept={kept} />
        </div>
        {children}
      </form>
      <ModuleScript src={timesIsland} />
    </demo-times>
  )
}

function ZoneForm({ times, kept }: { times: Times; kept: Readonly<Record<string, string>> }) {
  const { t } = useTranslation()
  const words = t(($) => $.contact.times, { returnObjects: true })
  return (
    <form method="get" className="flex flex-wrap items-end gap-3">
      {Object.entries({ ...kept, ...(times.from === null ? {} : { from: times.from }) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SelectField
        name="zone"
        label={words.zone}
        hint={times.isOperators ? words.zoneOurs : undefined}
        defaultValue={times.timezone}
        className="min-w-0 flex-1 basis-64"
      >
        {times.zones.map(({ region, zones }) => (
          <optgroup key={region} label={region}>
            {zones.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <Button type="submit">{words.showZone}</Button>
    </form>
  )
}

function Days({ times: { days, timezone }, error }: { times: Times; error: string | undefined }) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const errorId = useId()
  return (
    <fieldset className="grid min-w-0 gap-5" aria-describedby={error ? errorId : undefined}>
      <legend className="sr-only">{t(($) => $.contact.times.title)}</legend>
      {days.map(([first = '', ...others]) => (
        <fieldset key={first}>
          <legend className="mb-2 font-[560]">{dayText(first, timezone, locale)}</legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(5.4rem,1fr))] gap-2">
            {[first, ...others].map((startsAt) => (
              <label
                key={startsAt}
                className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-line-strong bg-surface px-3 tabular-nums hover:border-ink-3 has-checked:border-ink has-checked:bg-amber-wash has-focus-visible:outline-3 has-focus-visible:outline-amber"
              >
                <input type="radio" name="startsAt" value={startsAt} required className="accent-ink outline-none!" />
                {clockText(startsAt, timezone, locale)}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {days.length === 0 ? <p>{t(($) => $.contact.times.noneThen)}</p> : null}
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}

function OtherDays({ times, kept }: { times: Times; kept: Readonly<Record<string, string>> }) {
  const { t } = useTranslation()
  const { timezone, isOperators, isGuessed, from, laterFrom } = times
  const addressOf = (more: Record<string, string>) =>
    `?${new URLSearchParams({ ...kept, ...(isOperators && isGuessed ? {} : { zone: timezone }), ...more })}#form`
  if (from === null && laterFrom === null) return null
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-2">
      {from === null ? null : (
        <a className="inline-flex items-center text-link touch:min-h-11" href={addressOf({})}>
          {t(($) => $.contact.times.first)}
        </a>
      )}
      {laterFrom === null ? null : (
        <a className="inline-flex items-center text-link touch:min-h-11" href={addressOf({ from: laterFrom })}>
          {t(($) => $.contact.times.later)}
        </a>
      )}
    </p>
  )
}
