import type { ReactNode } from 'react'
import { Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { shownValue } from './conflict-alert.tsx'
import { type GeneralField, type GeneralFields, typeFields } from './general-fields.ts'
import { useGeneralLabels } from './use-general-labels.ts'

/** The same for whoever only reads; `reason` says why. */
export function GeneralFacts({ saved, reason }: { saved: GeneralFields; reason: ReactNode }) {
  const { t } = useTranslation()
  const labels = useGeneralLabels()
  const names = (Object.keys(labels) as GeneralField[]).filter((name) => saved[name] !== null)
  return (
    <Card className="grid gap-4 sm:p-6">
      <p className="text-sm text-ink-2">{reason}</p>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[14rem_minmax(0,1fr)]">
        {names.map((name) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{labels[name]}</dt>
            <dd className="[overflow-wrap:anywhere] max-sm:-mt-2.5">
              {shownValue(name, typeFields(saved)) || t(($) => $.settings.nothing)}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
