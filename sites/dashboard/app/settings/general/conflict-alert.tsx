import { languageNames } from '@bollard/i18n'
import { Alert, Button, ButtonLink } from '@bollard/ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../use-settings.ts'
import type { Conflict } from './change-general.server.ts'
import { type GeneralField, type GeneralFields, readFields, type TypedFields, typeFields } from './general-fields.ts'

/** Shows field by field what somebody else saved and what this person wrote. Stands in the form, whose button then overrules it. */
export function ConflictAlert({
  conflict,
  typed,
  labels,
}: {
  conflict: Conflict
  typed: TypedFields
  labels: Readonly<Record<GeneralField, string>>
}) {
  const { t } = useTranslation()
  const { base } = useSettings()
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [])
  const mine = typeFields(readFields(typed, conflict.current.usageAlertPercents !== null))
  return (
    <Alert ref={alert} kind="warning" title={t(($) => $.settings.conflict.title)}>
      <p>{t(($) => $.settings.conflict.text)}</p>
      <dl className="mt-3 grid gap-3">
        {conflict.fields.map((name) => (
          <div key={name} className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            <dt className="font-[560] sm:col-span-2">{labels[name]}</dt>
            <dd className="[overflow-wrap:anywhere]">
              <span className="block text-xs text-ink-2">{t(($) => $.settings.conflict.theirs)}</span>
              {shownValue(name, typeFields(conflict.current)) || t(($) => $.settings.nothing)}
            </dd>
            <dd className="[overflow-wrap:anywhere]">
              <span className="block text-xs text-ink-2">{t(($) => $.settings.conflict.mine)}</span>
              {shownValue(name, mine) || t(($) => $.settings.nothing)}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button type="submit" size="dense" variant="ink">
          {t(($) => $.settings.conflict.keepMine)}
        </Button>
        <ButtonLink href={`${base}/general`} size="dense">
          {t(($) => $.settings.conflict.takeTheirs)}
        </ButtonLink>
      </div>
    </Alert>
  )
}

/** A field as people read it. */
export function shownValue(name: GeneralField, typed: TypedFields): string {
  if (name === 'language') return languageNames[typed.language as GeneralFields['language']]
  if (name === 'timezone' && typed.timezone === 'Etc/UTC') return 'UTC'
  return name === 'notificationEmails'
    ? typed.notificationEmails.replaceAll('\n', ', ')
    : typed[name].replaceAll('_', ' ')
}
