import { defaultThreshold, stepUpFrom } from '@bollard/bot-score'
import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { Cell, Row } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Island } from '../pieces/island.tsx'
import { measured } from '../pieces/measured.ts'
import { NumberSlider } from '../pieces/number-slider.tsx'
import { PartFrame, PartNote } from '../pieces/part-frame.tsx'
import { PartTable } from '../pieces/part-table.tsx'
import { Results } from '../pieces/results.tsx'
import { Curve } from './curve.tsx'
import { Findings } from './findings.tsx'
import { areaUnder, ratesAt, rateText } from './rates.ts'
import island from './signal-explorer.island.ts?worker&url'

const thresholds = [0.1, 0.2, stepUpFrom, 0.4, defaultThreshold, 0.7, 0.9]

/** What a threshold catches and whom it accuses, on the stored scores of the bot lab; and how findings become a score. */
export function SignalExplorer() {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const run = measured.labScores
  const words = t(($) => $.parts.signalExplorer, {
    returnObjects: true,
    date: new Date(run.measuredAt).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    bots: run.bots.length,
    genuine: run.genuine.length,
    without: run.botsWithoutScore,
    stepUp: stepUpFrom.toLocaleString(locale),
    area: areaUnder(run).toLocaleString(locale, { maximumFractionDigits: 3 }),
  })
  const rate = (count: number, of: number) => rateText(words.live.rate, count, of, locale)
  const start = ratesAt(run, stepUpFrom)
  return (
    <PartFrame title={words.title} lead={words.lead}>
      <Island element="part-signal-explorer" script={island} texts={words.live}>
        <div
          data-scores={JSON.stringify({ bots: run.bots, genuine: run.genuine })}
          className="grid items-start gap-x-8 gap-y-5 sm:grid-cols-[minmax(0,18rem)_1fr]"
        >
          <figure className="grid gap-1">
            <Curve scores={run} threshold={stepUpFrom} label={words.curve} />
            <figcaption className="text-xs text-ink-3">{words.axes}</figcaption>
          </figure>
          <div className="grid gap-4">
            <div data-needs-js>
              <NumberSlider
                name="threshold"
                label={words.threshold}
                min={1}
                max={100}
                value={stepUpFrom * 100}
                shown={stepUpFrom.toLocaleString(locale, { minimumFractionDigits: 2 })}
              />
            </div>
            <Results
              rows={[
                { out: 'caught', label: words.caught, value: rate(start.caught, start.bots) },
                { out: 'accused', label: words.accused, value: rate(start.accused, start.genuine) },
              ]}
            />
          </div>
        </div>
        <PartTable label={words.table} head={[words.from, words.caught, words.accused]}>
          {thresholds.map((threshold) => {
            const { caught, bots, accused, genuine } = ratesAt(run, threshold)
            return (
              <Row key={threshold}>
                <Cell>{threshold.toLocaleString(locale)}</Cell>
                <Cell>{rate(caught, bots)}</Cell>
                <Cell>{rate(accused, genuine)}</Cell>
              </Row>
            )
          })}
        </PartTable>
        <PartNote>{words.limits}</PartNote>
        <div className="grid gap-2">
          <p className="font-[600]">{words.findings}</p>
          <p className="max-w-[44em] text-sm text-ink-2">{words.weights}</p>
        </div>
        <Findings locale={locale} />
        <div data-needs-js aria-live="polite" className="grid gap-2 rounded-md bg-sunken p-4">
          <p>
            {words.score} <b data-out="score" className="tabular font-mono font-[600]" /> · <span data-out="decision" />
          </p>
          <ul data-out="reasons" className="grid gap-1 text-sm" />
        </div>
      </Island>
    </PartFrame>
  )
}
