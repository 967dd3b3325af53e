import type { PublicState } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { zoneName } from '../look/when.ts'

const grounds: Readonly<Record<PublicState, string>> = {
  UP: 'border-human bg-human-wash',
  DEGRADED: 'border-doubt bg-doubt-wash',
  DOWN: 'border-bot bg-bot-wash',
  MAINTENANCE: 'border-info bg-info-wash',
  UNKNOWN: 'border-line-strong bg-sunken',
}

/** The whole page in one sentence. */
export function Overall({ state, sentence, zone }: { state: PublicState; sentence: string; zone: string }) {
  const { t } = useTranslation()
  return (
    <div className={`grid gap-1 rounded-lg border-s-8 px-5 py-5 ${grounds[state]}`}>
      <h1 className="text-xl">{sentence}</h1>
      <p className="text-sm text-ink-2">{t(($) => $.timesIn, { zone: zoneName(zone) })}</p>
    </div>
  )
}

type Groups = readonly { readonly components: readonly { readonly state: PublicState }[] }[]

/** The sentence, also for titles and the embed. */
export function useOverall(state: PublicState, groups: Groups): string {
  const { t } = useTranslation()
  const components = groups.flatMap((group) => group.components)
  const values = { all: components.length, count: components.filter((one) => one.state === state).length }
  if (components.length === 0) return t(($) => $.overall.EMPTY)
  // One of which nothing is known may be down.
  return state === 'UP' && values.count < values.all
    ? t(($) => $.overall.SOME, values)
    : t(($) => $.overall[state], values)
}
