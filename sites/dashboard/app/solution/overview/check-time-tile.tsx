import { useFormats } from '@bollard/site-kit'
import type { StatisticsTotals } from '@bollard/contracts'
import { Tile } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { checkedIn } from '../../health/judge-health.ts'

/** A median of fewer checks is read off bins too coarse to stand beside single rows. */
export const medianFromChecks = 20

/** How long a check takes; `children` compare it with another period. */
export function CheckTimeTile({ totals, children }: { totals: StatisticsTotals; children?: ReactNode }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { checkMsMedian, checkMsP95 } = totals
  const isKnown = checkedIn(totals) >= medianFromChecks
  return (
    <Tile
      label={t(($) => $.overview.checkTime)}
      value={isKnown && checkMsMedian !== null ? formats.duration(checkMsMedian) : '–'}
      note={
        checkMsMedian === null || checkMsP95 === null ? (
          t(($) => $.overview.nothingMeasured)
        ) : isKnown ? (
          <>
            <span className="block">{t(($) => $.overview.p95, { time: formats.duration(checkMsP95) })}</span>
            {children}
          </>
        ) : (
          t(($) => $.overview.medianFrom, { count: medianFromChecks })
        )
      }
    />
  )
}
