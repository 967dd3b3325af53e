import type { MonitoredService } from '@bollard/contracts'
import { type Meaning, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

export type ServiceState = MonitoredService['state']

/** The states in the order in which people look for them. */
export const stateOrder = ['DOWN', 'CHALLENGED', 'DEGRADED', 'UNKNOWN', 'MAINTENANCE', 'PAUSED', 'UP'] as const

/** What the colour of a state says. */
export const stateMeanings: Record<ServiceState, Meaning> = {
  UP: 'human',
  DEGRADED: 'doubt',
  CHALLENGED: 'doubt',
  DOWN: 'bot',
  MAINTENANCE: 'info',
  PAUSED: 'neutral',
  UNKNOWN: 'neutral',
}

/** The state of a service, or what one check found. */
export function StatePill({ state }: { state: ServiceState }) {
  const { t } = useTranslation()
  return (
    <Pill meaning={stateMeanings[state]} mark>
      {t(($) => $.monitoring.states[state])}
    </Pill>
  )
}
