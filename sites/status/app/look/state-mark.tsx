import type { PublicState } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'

/** Classes of the post beside the word of a state, and of the word. */
export const looks: Readonly<Record<PublicState, { mark: string; height: string; text: string }>> = {
  UP: { mark: 'bg-human', height: 'h-4', text: 'text-human' },
  DEGRADED: { mark: 'bg-doubt', height: 'h-3', text: 'text-doubt' },
  DOWN: { mark: 'bg-bot', height: 'h-2', text: 'text-bot' },
  MAINTENANCE: { mark: 'bg-info', height: 'h-3', text: 'text-info' },
  UNKNOWN: { mark: 'bg-line-strong', height: 'h-1', text: 'text-ink-3' },
}

/** A state as a word beside its post. */
export function StateMark({ state }: { state: PublicState }) {
  const { t } = useTranslation()
  const { mark, height, text } = looks[state]
  return (
    <span className={`inline-flex shrink-0 items-center gap-2 text-sm font-[520] ${text}`}>
      <span aria-hidden="true" className="inline-flex h-4 items-end">
        <span className={`w-1.5 rounded-post ${mark} ${height}`} />
      </span>
      {t(($) => $.state[state])}
    </span>
  )
}
