import type { StoredDecision } from '@bollard/contracts'
import { type Meaning, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

const meanings: Record<StoredDecision['conclusion'], Meaning> = {
  ALLOW: 'human',
  CHALLENGE: 'neutral',
  THROTTLE: 'doubt',
  DENY: 'bot',
}

export function ConclusionPill({ conclusion }: { conclusion: StoredDecision['conclusion'] }) {
  const { t } = useTranslation()
  return <Pill meaning={meanings[conclusion]}>{t(($) => $.analytics.conclusions[conclusion])}</Pill>
}
