import type { PublicComponent, PublicState } from '@bollard/contracts'
import type { ReactNode } from 'react'
import { rowsOf, type Run, runsOf } from './days-of-component.ts'
import type { RowWords } from './row-words.ts'

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
          {drawPost(0, state)}
        </pattern>
      ))}
    </svg>
  )
}

/** One post for each day, today's last. */
export function DayPosts({ component, days, words }: { component: PublicComponent; days: number; words: RowWords }) {
  const rows = Math.ceil(days / perRowMax)
  const perRow = Math.ceil(days / rows)
  const runs = runsOf(component, days)
  const troubled = runs.filter(({ state }) => state === 'DOWN' || state === 'DEGRADED').length
  return (
    <div className="grid gap-1">
      <p className="sr-only">{words.label(troubled)}</p>
      {rowsOf(runs, days, perRow).map((row, index) => (
        <svg
          key={index}
          viewBox={`0 0 ${perRow * step} ${tall}`}
          preserveAspectRatio="none"
          className="block h-7 w-full"
          aria-hidden="true"
        >
          {row.map((run) => drawRun(run, index * perRow, words))}
        </svg>
      ))}
    </div>
  )
}

// No components but functions: a page has thousands of posts.
function drawRun(run: Run, before: number, words: RowWords): ReactNode {
  const { at, length, state, downSeconds, degradedSeconds } = run
  if (state === 'UP' || state === 'UNKNOWN')
    return <rect key={at} x={at * step} width={length * step} height={tall} fill={`url(#${state})`} />
  const parts = [
    ...(downSeconds > 0 ? [words.down(downSeconds)] : []),
    ...(degradedSeconds > 0 ? [words.degraded(degradedSeconds)] : []),
    ...(state === 'MAINTENANCE' ? [words.states.MAINTENANCE] : []),
  ]
  return drawPost(at, state, `${words.day(before + at)}: ${parts.join(', ')}`)
}

function drawPost(at: number, state: PublicState, title?: string): ReactNode {
  const height = heights[state]
  return (
    <rect
      key={at}
      x={at * step + 1}
      y={tall - height}
      width={width}
      height={height}
      rx={height > width ? 3 : 2}
      className={`post-${state.toLowerCase()}`}
    >
      {title === undefined ? null : <title>{title}</title>}
    </rect>
  )
}
