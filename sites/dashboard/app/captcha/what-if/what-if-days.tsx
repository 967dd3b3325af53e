import { controlClass, classNames } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { whatIfDays } from './days-of.ts'

/** How many days back a change is tried, as part of the form that tries it. */
export function WhatIfDays() {
  const { t } = useTranslation()
  return (
    <select
      name="days"
      aria-label={t(($) => $.whatIf.period)}
      defaultValue={7}
      className={classNames(controlClass, '!w-auto h-[2.125rem] px-2 text-sm touch:h-11')}
    >
      {whatIfDays.map((days) => (
        <option key={days} value={days}>
          {t(($) => $.whatIf.days, { count: days })}
        </option>
      ))}
    </select>
  )
}
