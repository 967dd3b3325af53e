import { useFormats } from '@bollard/site-kit'
import { classNames } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BarPlot } from './bar-plot.tsx'
import { BarReader, useVerificationWords } from './bar-reader.tsx'
import type { AxisLabel } from './label-buckets.ts'
import type { Bar, ChartLayout } from './lay-out-chart.ts'

const axisHeight = 30

interface VerificationPlotProps {
  /** Says what the picture shows. */
  label: string
  layout: ChartLayout
  labels: readonly AxisLabel[]
  /** Of the plot, in pixels. */
  height: number
  /** What a bar stands for. */
  time: (bar: Bar) => string
  note?: (bar: Bar) => string | null
  /** What a click on a bar does. */
  onPick?: (bar: Bar) => void
  className: string
  /** Stands over the plot. */
  children?: ReactNode
}

/** Verifications as posts that can be read one by one, or that there are none. */
export function VerificationPlot({
  label,
  layout,
  labels,
  height,
  time,
  note,
  onPick,
  className,
  children,
}: VerificationPlotProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const keys = onPick ? t(($) => $.statistics.chart.bars) : t(($) => $.overview.chart.bars)
  const words = useVerificationWords(time, keys)
  return (
    <div dir="ltr" className={classNames('chart relative ps-10', className)}>
      <BarPlot
        label={label}
        layout={layout}
        height={height}
        axisHeight={axisHeight}
        gutter={40}
        value={formats.compact}
        labels={labels}
      />
      {layout.bars.every(({ total }) => total === 0) ? (
        <p className="absolute inset-x-10 top-20 text-center text-sm text-ink-3">{t(($) => $.overview.chart.empty)}</p>
      ) : (
        <>
          {children}
          <BarReader
            bars={layout.bars}
            height={height}
            words={words}
            {...(note ? { note } : {})}
            {...(onPick ? { onPick } : {})}
          />
        </>
      )}
    </div>
  )
}
