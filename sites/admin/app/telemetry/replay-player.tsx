import { useFormats } from '@bollard/site-kit'
import { Alert, Button, Card, SelectField } from '@bollard/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { replaySpeeds, type ReplayState, useReplay } from './use-replay.ts'

/** The recording itself, with the keys and buttons that play it. `onViewport` is told how large the recorded window is. */
export function ReplayPlayer({
  address,
  onViewport,
}: {
  address: string
  onViewport: (viewport: ReplayState['viewport']) => void
}) {
  const { t } = useTranslation()
  const { decimal } = useFormats()
  const stage = useRef<HTMLDivElement>(null)
  const [state, { toggle, seek, setSpeed }] = useReplay(
    address,
    t(($) => $.telemetry.player.frame),
    stage,
  )
  const { status, isPlaying, time, total, viewport } = state
  const scale = useScale(stage, viewport)
  useEffect(() => onViewport(viewport), [viewport, onViewport])
  const isReady = status === 'READY'
  return (
    <Card padded={false} className="min-w-0 overflow-hidden">
      {status === 'FAILED' || status === 'EMPTY' ? (
        <Alert
          kind={status === 'FAILED' ? 'danger' : 'info'}
          title={t(($) => $.telemetry.player.states[status])}
          className="m-4"
        />
      ) : null}
      <noscript>
        <p className="p-4 text-ink-2">{t(($) => $.telemetry.player.needsScript)}</p>
      </noscript>
      <div
        ref={stage}
        className="relative overflow-hidden bg-sunken [&_iframe]:border-0 [&_.replayer-mouse]:pointer-events-none [&_.replayer-mouse]:absolute [&_.replayer-mouse]:z-10 [&_.replayer-mouse]:size-5 [&_.replayer-mouse]:-translate-x-1/2 [&_.replayer-mouse]:-translate-y-1/2 [&_.replayer-mouse]:rounded-full [&_.replayer-mouse]:border-2 [&_.replayer-mouse]:border-amber [&_.replayer-wrapper]:relative [&_.replayer-wrapper]:origin-top-left"
        style={viewport === null ? { minHeight: '12rem' } : { height: viewport.height * scale }}
      />
      <div className="flex flex-wrap items-end gap-3 border-t border-line p-4">
        <Button type="button" onClick={toggle} aria-disabled={!isReady} variant="primary">
          {isPlaying ? t(($) => $.telemetry.player.pause) : t(($) => $.telemetry.player.play)}
        </Button>
        <label className="grid min-w-0 grow basis-64 gap-1 text-sm">
          <span className="flex justify-between gap-3">
            {t(($) => $.telemetry.player.position)}
            <span className="text-ink-2 tabular-nums">
              {clock(time)} / {clock(total)}
            </span>
          </span>
          <input
            type="range"
            min={0}
            max={Math.max(total, 1)}
            step={1000}
            value={time}
            aria-valuetext={clock(time)}
            disabled={!isReady}
            onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
            className="h-11 w-full accent-amber"
          />
        </label>
        <SelectField
          label={t(($) => $.telemetry.player.speed)}
          name="speed"
          defaultValue={1}
          onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
        >
          {replaySpeeds.map((speed) => (
            <option key={speed} value={speed}>
              {decimal(speed)}×
            </option>
          ))}
        </SelectField>
      </div>
    </Card>
  )
}

/** A time in a recording, such as `2:07`. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** How much smaller the recorded window has to be to fit; it is never drawn larger than it was. */
function useScale(stage: RefObject<HTMLElement | null>, viewport: ReplayState['viewport']): number {
  const [scale, setScale] = useState(1)
  useEffect(() => {
    const element = stage.current
    if (element === null || viewport === null) return
    const fit = () => {
      const fitting = Math.min(1, element.clientWidth / viewport.width)
      setScale(fitting)
      const wrapper = element.querySelector<HTMLElement>('.replayer-wrapper')
      if (wrapper !== null) wrapper.style.transform = `scale(${fitting})`
    }
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    fit()
    return () => observer.disconnect()
  }, [stage, viewport])
  return scale
}
