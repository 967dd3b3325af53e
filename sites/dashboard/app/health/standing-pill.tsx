import type { Solution } from '@bollard/contracts'
import { Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** What a list has to say of a solution before any figure: that it does not work as its owner would think. */
export type Standing = 'LOCKED' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING'

/** Null for a solution in normal use. The end weighs more than a lock, since nothing opens it by itself. */
export function standingOf({ lifecycle, locks }: Pick<Solution, 'lifecycle' | 'locks'>): Standing | null {
  if (lifecycle === 'ENDED' || lifecycle === 'DELETION_PENDING') return lifecycle
  if (locks.length > 0) return 'LOCKED'
  return lifecycle === 'CANCEL_SCHEDULED' ? lifecycle : null
}

export function StandingPill({ standing }: { standing: Standing }) {
  const { t } = useTranslation()
  return (
    <Pill meaning={standing === 'LOCKED' || standing === 'CANCEL_SCHEDULED' ? 'doubt' : 'neutral'} mark>
      {t(($) => $.solutions.standings[standing])}
    </Pill>
  )
}
