import { useFormats } from '@bollard/site-kit'
import type { AlertSettings } from '@bollard/contracts'
import { Card, CardHeader, Checkbox, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

type Kind = Exclude<keyof AlertSettings, 'recipients'>

interface Bounds {
  min: number
  max: number
  step?: number
}
/** The numbers of each kind with their bounds, in the order of the page. */
const numbers = {
  attack: { least: { min: 10, max: 100_000 }, factor: { min: 1.5, max: 20, step: 0.5 } },
  passRateFalling: { points: { min: 5, max: 50 }, least: { min: 50, max: 100_000 } },
  resultsNeverFetched: { percent: { min: 10, max: 100 }, least: { min: 20, max: 100_000 } },
  usage: { monthly: { min: 1, max: 1_000_000_000 } },
} as const satisfies Record<Exclude<Kind, 'underAttack'>, Record<string, Bounds>>
const kinds = ['attack', 'passRateFalling', 'resultsNeverFetched', 'usage', 'underAttack'] as const

interface ThresholdsProps {
  settings: AlertSettings
  errorOf: (name: string) => string | undefined
}

/** What is told, and from which numbers on. Each kind is a sentence with its numbers below. */
export function Thresholds({ settings, errorOf }: ThresholdsProps) {
  const { t } = useTranslation()
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.alerts.kindsTitle)} />
      <div className="grid divide-y divide-line">
        {kinds.map((kind) => (
          <fieldset key={kind} className="grid min-w-0 gap-3 py-4 first:pt-0 last:pb-0">
            <legend className="sr-only">{t(($) => $.alerts.kinds[kind].name)}</legend>
            <Checkbox
              name={`${kind}/enabled`}
              defaultChecked={settings[kind].enabled}
              className="-my-2"
              label={
                <span className="grid gap-0.5">
                  <b className="font-[560]">{t(($) => $.alerts.kinds[kind].name)}</b>
                  <span className="text-ink-2">{t(($) => $.alerts.kinds[kind].about)}</span>
                </span>
              }
            />
            <Numbers kind={kind} settings={settings} errorOf={errorOf} />
          </fieldset>
        ))}
      </div>
    </Card>
  )
}

function Numbers({ kind, settings, errorOf }: ThresholdsProps & { kind: Kind }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (kind === 'underAttack') return null
  const fields = Object.entries<Bounds>(numbers[kind])
  const labels: Readonly<Record<string, string>> = t(($) => $.alerts.numbers[kind], { returnObjects: true })
  const values: Readonly<Record<string, unknown>> = settings[kind]
  return (
    <div className="grid items-end gap-4 ps-8 sm:grid-cols-2">
      {fields.map(([name, { min, max, step = 1 }]) => {
        const value = values[name]
        const id = `${kind}/${name}`
        return (
          <TextField
            key={id}
            id={id}
            name={id}
            type="number"
            inputMode="decimal"
            label={labels[name]}
            aside={kind === 'usage' ? t(($) => $.settings.optional) : undefined}
            hint={t(($) => $.alerts.range, {
              min: formats.score(min).replace(/[.,]00$/u, ''),
              max: formats.whole(max),
            })}
            error={errorOf(id)}
            required={kind !== 'usage'}
            min={min}
            max={max}
            step={step}
            defaultValue={typeof value === 'number' && !Number.isNaN(value) ? value : ''}
          />
        )
      })}
    </div>
  )
}
