import type { PublicContent } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'

const shares = ['UP', 'HALF', 'DOWN', 'LEFT_OUT'] as const
const states = ['UP', 'DEGRADED', 'DOWN', 'CHALLENGED', 'MAINTENANCE', 'PAUSED', 'UNKNOWN'] as const

/** How the percentages come about. */
export function UptimeFormula({ weights }: Pick<PublicContent, 'weights'>) {
  const { t } = useTranslation()
  // One look-up: each takes longer than writing what it finds.
  const words = t(($) => $.formula, { returnObjects: true })
  return (
    <details className="text-sm text-ink-2">
      <summary className="w-fit py-2 font-[520]">{words.title}</summary>
      <p className="mt-2 font-mono text-xs">{words.text}</p>
      <ul className="mt-2 grid gap-1">
        {shares.map((share) => {
          const named = states.filter((state) => weights[state] === share).map((state) => words.states[state])
          return named.length === 0 ? null : (
            <li key={share}>
              {words[share]}: {named.join(', ')}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
