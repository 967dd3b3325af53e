import type { PublicComponent, PublicState } from '@bollard/contracts'
import { type Formats, formatsFor, useSite } from '@bollard/site-kit'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dayAfter, lengthOf } from '../look/when.ts'
import { rowsOf, type Run, runsOf } from './days-of-component.ts'

const step = 8
const width = 6
const tall = 28
/** How tall the post of a day is: worse days are shorter, so that nobody needs the colours. */
const heights: Readonly<Record<PublicState, number>> = { UP: 28, DEGRADED: 21, DOWN: 14, MAINTENANCE: 21, UNKNOWN: 5 }
const perRowMax = 92

/**
 * What posts look like, once for all of a page: well days are filled with a pattern, which takes one element for any
 * number of days.
 */
export function PostPatterns() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      {(['UP', 'UNKNOWN'] as const).map((state) => (
        <pattern key={state} id={state} width={step} height={tall} patternUnits="userSpaceOnUse">
          <Post at={0} state={state} />
        </pattern>
      ))}
    </svg>
  )
}

/** One post for each day, today's last. */
export function DayPosts({
  component,
  firstDay,
  days,
}: {
  component: PublicComponent
  firstDay: string
  days: number
}) {
  const { t } = useTranslation()
  const { language } = useSite()
  const formats = formatsFor(language, 'UTC')
  const rows = Math.ceil(days / perRowMax)
  const perRow = Math.ceil(days / rows)
  const runs = runsOf(component, days)
  const troubled = runs.filter(({ state }) => state === 'DOWN' || state === 'DEGRADED').length
  return (
    <div className="grid gap-1">
      <p className="sr-only">{t(($) => $.posts.label, { days, count: troubled })}</p>
      {rowsOf(runs, days, perRow).map((row, index) => (
        <svg
          key={index}
          viewBox={`0 0 ${perRow * step} ${tall}`}
          preserveAspectRatio="none"
          className="block h-7 w-full"
          aria-hidden="true"
        >
          {row.map((run) => (
            <Days key={run.at} run={run} formats={formats} day={dayAfter(firstDay, index * perRow + run.at)} />
          ))}
        </svg>
      ))}
    </div>
  )
}

function Days({ run, day, formats }: { run: Run; day: string; formats: Formats }) {
  const { t } = useTranslation()
  if (run.state === 'UP' || run.state === 'UNKNOWN')
    return <rect x={run.at * step} width={run.length * step} height={tall} fill={`url(#${run.state})`} />
  const parts = [
    ...(run.downSeconds > 0 ? [t(($) => $.posts.down, { time: lengthOf(formats, run.downSeconds) })] : []),
    ...(run.degradedSeconds > 0 ? [t(($) => $.posts.degraded, { time: lengthOf(formats, run.degradedSeconds) })] : []),
    ...(run.state === 'MAINTENANCE' ? [t(($) => $.state.MAINTENANCE)] : []),
  ]
  return (
    <Post at={run.at} state={run.state}>
      <title>{`${formats.day(day)}: ${parts.join(', ')}`}</title>
    </Post>
  )
}

function Post({ at, state, children }: { at: number; state: PublicState; children?: ReactNode }) {
  const height = heights[state]
  return (
    <rect
      x={at * step + 1}
      y={tall - height}
      width={width}
      height={height}
      rx={height > width ? 3 : 2}
      className={`post-${state.toLowerCase()}`}
    >
      {children}
    </rect>
  )
}
