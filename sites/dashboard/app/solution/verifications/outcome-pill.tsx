import type { Outcome } from '@bollard/contracts'
import { type Meaning, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

const meanings: Record<Outcome, Meaning> = { PASSED: 'human', FLAGGED: 'doubt', REFUSED: 'bot' }

export function OutcomePill({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation()
  return <Pill meaning={meanings[outcome]}>{t(($) => $.outcomes[outcome])}</Pill>
}
