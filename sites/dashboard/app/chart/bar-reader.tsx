import { useFormats } from '@bollard/site-kit'
import { classNames, PostMark } from '@bollard/ui'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { seriesColours } from './bar-plot.tsx'
import { type Bar, type Series, series } from './lay-out-chart.ts'

/** How a chart speaks of its bars. */
export interface BarWords {
  bars: string
  time: (bar: Bar) => string
  sentence: (bar: Bar) => string
  name: (name: Series) => string
  value: (count: number) => string
}

interface BarReaderProps {
  bars: readonly Bar[]
  height: number
  words: BarWords
  /** Where the plot begins. */
  className?: string
  /** What else is said of a bar. */
  note?: (bar: Bar) => string | null
  /** What a click does, Enter too; a finger points with its first touch. */
  onPick?: (bar: Bar) => void
}

/**
 * Reads a chart bar by bar: pointing at one or focusing it shows its figures. The whole chart is one stop of the Tab key; the
 * arrow keys go from bar to bar.
 */
export function BarReader({
  bars,
  height,
  words: say,
  className = 'start-10',
  note = () => null,
  onPick,
}: BarReaderProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  // The newest bar is what one most likely asks about.
  const [stop, setStop] = useState(bars.length - 1)
  const [shown, setShown] = useState<number | null>(null)
  const tabStop = Math.min(stop, bars.length - 1)

  const touched = useRef<number | null>(null)
  const pick = (index: number, { nativeEvent }: MouseEvent): void => {
    const isFirstTouch =
      nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch' && touched.current !== index
    touched.current = index
    setShown(index)
    const picked = bars[index]
    if (!isFirstTouch && picked) onPick?.(picked)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The page may have something else that Escape closes.
      if (shown !== null) event.stopPropagation()
      return setShown(null)
    }
    const target = targetOf(event.key, tabStop, bars.length - 1)
    if (target === null) return
    event.preventDefault()
    setStop(target)
    group.current?.querySelectorAll<HTMLElement>('[data-bar]')[target]?.focus()
  }

  const bar = shown === null ? undefined : bars[shown]
  return (
    <fieldset
      ref={group}
      className={classNames('absolute top-0 end-0 flex', className)}
      style={{ height }}
      onPointerLeave={() => setShown(null)}
    >
      <legend className="sr-only">{say.bars}</legend>
      {bars.map((one, index) => (
        <button
          key={one.at}
          type="button"
          data-bar
          tabIndex={index === tabStop ? 0 : -1}
          aria-label={[say.sentence(one), note(one)].filter(Boolean).join('. ')}
          onPointerEnter={() => setShown(index)}
          onClick={(event) => pick(index, event)}
          onKeyDown={onKeyDown}
          onFocus={() => {
            setStop(index)
            setShown(index)
          }}
          onBlur={() => setShown(null)}
          className={classNames(
            'h-full flex-1 rounded-sm',
            onPick ? 'cursor-pointer' : '!cursor-default',
            shown === index && 'bg-ink/6',
          )}
        />
      ))}
      {bar ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute bottom-full z-10 grid min-w-[11rem] gap-1 rounded-md border border-line bg-surface px-3 py-2.5 text-sm whitespace-nowrap shadow-float"
          style={{ insetInlineStart: `${bar.centre}%`, transform: `translate(${-bar.centre}%, 8px)` }}
        >
          <b className="text-xs font-[560] text-ink-2">{say.time(bar)}</b>
          {series.toReversed().map((name) => (
            <span key={name} className="flex items-center gap-2">
              <PostMark colour={seriesColours[name]} />
              {say.name(name)}
              <span className="tabular ms-auto ps-4 font-[560]">{say.value(bar.counts[name])}</span>
            </span>
          ))}
          {note(bar) === null ? null : <span className="text-xs text-ink-3">{note(bar)}</span>}
        </span>
      ) : null}
    </fieldset>
  )
}

/** How a chart of verifications speaks of its bars. `bars` says what the keys do. */
export function useVerificationWords(time: (bar: Bar) => string, bars: string): BarWords {
  const { t } = useTranslation()
  const formats = useFormats()
  return {
    bars,
    time,
    sentence: (bar) =>
      t(($) => $.overview.chart.bar, {
        time: time(bar),
        passed: formats.whole(bar.counts.passed),
        flagged: formats.whole(bar.counts.flagged),
        refused: formats.whole(bar.counts.refused),
      }),
    name: (name) => t(($) => $.series[name]),
    value: formats.whole,
  }
}

function targetOf(key: string, here: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, here - 1)
    case 'ArrowRight':
      return Math.min(last, here + 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
