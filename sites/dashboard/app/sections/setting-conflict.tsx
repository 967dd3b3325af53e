import { Alert } from '@bollard/ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsAnswer } from './save-section.server.ts'
import type { Values } from './setting-values.ts'
import { useShownValue } from './use-shown-value.ts'

/** What somebody else saved and what this person wrote, to be chosen field by field. Stands in the form, which is then saved once more. */
export function SettingConflict({
  conflict,
  mine,
  labels,
}: {
  conflict: NonNullable<SettingsAnswer['conflict']>
  mine: Values
  labels: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation()
  const shownValue = useShownValue()
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [])
  return (
    <Alert ref={alert} kind="warning" title={t(($) => $.settings.conflict.title)}>
      <p>{t(($) => $.captchaSettings.conflict)}</p>
      <div className="mt-3 grid gap-4">
        {conflict.names.map((name) => (
          <fieldset key={name} className="grid min-w-0 gap-1.5">
            <legend className="mb-1 font-[560]">{labels[name]}</legend>
            {(
              [
                ['theirs', t(($) => $.settings.conflict.theirs), conflict.current[name]],
                ['mine', t(($) => $.settings.conflict.mine), mine[name]],
              ] as const
            ).map(([whose, words, value]) => (
              <label key={whose} className="flex min-h-9 cursor-pointer items-start gap-2.5 py-1 touch:min-h-11">
                <input
                  type="radio"
                  name={`keep/${name}`}
                  value={whose}
                  defaultChecked={whose === 'mine'}
                  className="mt-0.5 size-4 shrink-0 accent-amber"
                />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <span className="text-ink-2">{words}:</span> {shownValue(name, value)}
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </Alert>
  )
}
