import { SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

const choices = [1, 7, 30, 90, 365] as const

/** How many days back a list goes; 30 where the address says nothing or nonsense. */
export function daysOf(request: Request): number {
  const asked = Number(new URL(request.url).searchParams.get('days'))
  return choices.find((days) => days === asked) ?? 30
}

export function DaysField({ days }: { days: number }) {
  const { t } = useTranslation()
  return (
    <SelectField key={days} label={t(($) => $.frame.period)} name="days" defaultValue={String(days)}>
      {choices.map((count) => (
        <option key={count} value={count}>
          {t(($) => $.frame.days, { count })}
        </option>
      ))}
    </SelectField>
  )
}
