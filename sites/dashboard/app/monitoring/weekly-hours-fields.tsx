import { useFormats } from '@bollard/site-kit'
import { Checkbox, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { hoursOf } from './weekly-hours.ts'

interface WeeklyHoursFieldsProps {
  /** Place of the list in what is sent. */
  at: string
  values: Readonly<Record<string, string>>
  errorOf: (name: string) => string | undefined
}

/** A Monday, from which the names of the days are counted. */
const monday = Date.parse('2026-01-05T12:00:00Z')

/** The days of a week to tick, 1 for Monday. */
export function WeekdayTicks({ name, legend, chosen }: { name: string; legend: string; chosen: readonly string[] }) {
  const formats = useFormats()
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-[520]">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">
        {Array.from({ length: 7 }, (_, day) => (
          <Checkbox
            // oxlint-disable-next-line react/no-array-index-key -- the days of the week never move
            key={day}
            name={name}
            value={String(day + 1)}
            defaultChecked={chosen.includes(String(day + 1))}
            label={formats.weekday(new Date(monday + day * 86_400_000).toISOString())}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Rows of days and hours, with one empty row more than there are. */
export function WeeklyHoursFields({ at, values, errorOf }: WeeklyHoursFieldsProps) {
  const { t } = useTranslation()
  const rows = hoursOf(at, values)
  return Array.from({ length: Math.min(20, rows.length + 1) }, (_, row) => (
    // oxlint-disable-next-line react/no-array-index-key -- the rows are counted, and their fields are named by it
    <div key={row} className="grid w-full gap-3 border-b border-line pb-3">
      <WeekdayTicks
        name={`${at}/${row}/weekdays`}
        legend={t(($) => $.monitoring.maintenance.weekdays)}
        chosen={(rows[row]?.weekdays ?? []).map(String)}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        {(['from', 'until'] as const).map((end) => (
          <TextField
            key={end}
            id={`${at}/${row}/${end}`}
            name={`${at}/${row}/${end}`}
            type="time"
            label={t(($) => $.monitoring.hours[end])}
            defaultValue={rows[row]?.[end] ?? (end === 'from' ? '22:00' : '07:00')}
            error={errorOf(`${at}/${row}/${end}`)}
          />
        ))}
      </div>
    </div>
  ))
}
