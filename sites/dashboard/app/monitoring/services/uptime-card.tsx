import type { Uptime } from '@bollard/contracts'
import { Moment, useFormats } from '@bollard/site-kit'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { DayPosts } from '../day-posts.tsx'
import { stateOrder } from '../state-pill.tsx'

const countings = ['UP', 'HALF', 'DOWN', 'LEFT_OUT'] as const

/** The posts of the last days, and beside them how the figure is reckoned: what counts as up, as down, and as nothing. */
export function UptimeCard({ downSeconds, uptime }: { downSeconds: readonly number[]; uptime: Uptime }) {
  const { t } = useTranslation()
  const { lasting, percent } = useFormats()
  const { formula, seconds, uptimePercent } = uptime
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.monitoring.uptime.title, { count: downSeconds.length })}>
        <p className="tabular font-display text-xl font-[640]">
          {uptimePercent === null ? '–' : percent(uptimePercent)}
        </p>
      </CardHeader>
      <DayPosts downSeconds={downSeconds} uptimePercent={uptimePercent} className="h-10 w-full" />
      <p className="mt-1.5 flex justify-between text-xs text-ink-3">
        <Moment at={uptime.from} show="day" />
        <Moment at={uptime.to} show="day" />
      </p>
      <div className="mt-4 grid gap-1 text-sm text-ink-2">
        <p>
          {t(($) => $.monitoring.uptime.formula)} <code>(UP + HALF ÷ 2) ÷ (UP + HALF + DOWN)</code>
        </p>
        <ul className="grid gap-1">
          {countings.map((counting) => {
            const states = stateOrder.filter((state) => formula.weights[state] === counting)
            return states.length === 0 ? null : (
              <li key={counting}>
                {t(($) => $.monitoring.uptime.counts[counting])}{' '}
                {states
                  .map((state) => {
                    const name = t(($) => $.monitoring.states[state])
                    return seconds[state] === 0 ? name : `${name} (${lasting(seconds[state] * 1_000)})`
                  })
                  .join(', ')}
              </li>
            )
          })}
        </ul>
      </div>
    </Card>
  )
}
