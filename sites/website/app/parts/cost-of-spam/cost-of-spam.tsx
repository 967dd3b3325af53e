import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Island } from '../pieces/island.tsx'
import { PartFrame, PartNote } from '../pieces/part-frame.tsx'
import island from './cost-of-spam.island.ts?worker&url'
import { exampleNumbers, type SpamNumbers, yearlyCost } from './yearly-cost.ts'

const fields = Object.keys(exampleNumbers) as (keyof SpamNumbers)[]
const causes = ['time', 'lost', 'fraud', 'mail'] as const

/** What spam costs in a year, from the reader's own numbers. The server computes it for the example. */
export function CostOfSpam() {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const words = t(($) => $.parts.costOfSpam, { returnObjects: true })
  const cost = yearlyCost(exampleNumbers)
  const shown = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 0 })
  return (
    <PartFrame title={words.title} lead={words.lead}>
      <Island element="part-cost-of-spam" script={island}>
        <noscript>
          <p className="text-sm font-[560]">{words.noScript}</p>
        </noscript>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          {fields.map((name) => (
            <TextField
              key={name}
              label={words.fields[name]}
              name={`spam-${name}`}
              type="number"
              inputMode="decimal"
              min={0}
              max={1e9}
              step="any"
              autoComplete="off"
              defaultValue={exampleNumbers[name]}
            />
          ))}
        </div>
        <dl className="tabular grid">
          {causes.map((cause) => (
            <div key={cause} className="grid gap-x-4 border-t border-line py-2 sm:grid-cols-[1fr_auto]">
              <dt>{words.causes[cause]}</dt>
              <dd className="font-[520] sm:text-end" data-out={cause}>
                {shown(cost[cause])}
              </dd>
              <dd className="text-sm text-ink-2 sm:col-span-2">{words.formulas[cause]}</dd>
            </div>
          ))}
          <div className="grid gap-x-4 border-t border-line-strong pt-3 sm:grid-cols-[1fr_auto] sm:items-baseline">
            <dt className="font-[600]">{words.total}</dt>
            <dd aria-live="polite" className="font-display text-xl font-[640]" data-out="total">
              {shown(cost.total)}
            </dd>
            <dd className="text-sm text-ink-2 sm:col-span-2">
              {words.hours} <span data-out="hours">{shown(cost.hours)}</span>
            </dd>
          </div>
        </dl>
      </Island>
      <PartNote>{words.limits}</PartNote>
    </PartFrame>
  )
}
