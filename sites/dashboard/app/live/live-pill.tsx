import { classNames } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { LiveState } from './connect-live.ts'
import { useLive } from './live-provider.tsx'

const looks: Record<LiveState, string> = {
  live: 'bg-human-wash text-human',
  connecting: 'bg-sunken text-ink-2',
  retrying: 'bg-doubt-wash text-doubt',
  paused: 'bg-sunken text-ink-2',
}
const words = {
  live: 'on',
  connecting: 'connecting',
  retrying: 'retrying',
  paused: 'paused',
} as const satisfies Record<LiveState, string>

/** Says whether new verifications appear by themselves, and stops or starts that. Without JavaScript none do, and it is not there. */
export function LivePill() {
  const { t } = useTranslation()
  const { state, toggle } = useLive()
  const action = state === 'paused' ? t(($) => $.live.resume) : t(($) => $.live.pause)
  return (
    <button
      type="button"
      data-needs-js
      aria-pressed={state !== 'paused'}
      title={action}
      onClick={toggle}
      className={classNames(
        'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-post px-2.5 text-xs font-[560] whitespace-nowrap transition-colors duration-150 touch:h-11',
        looks[state],
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'h-[9px] w-1.5 rounded-post',
          state === 'paused' ? 'border border-current' : 'bg-current',
          state === 'connecting' && 'animate-pulse',
        )}
      />
      {t(($) => $.live[words[state]])}
      <span className="sr-only">. {action}</span>
    </button>
  )
}
