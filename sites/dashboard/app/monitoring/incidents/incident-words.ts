import { incidentStates, type MonitoringIncident } from '@bollard/contracts'
import type { Meaning } from '@bollard/ui'

/** What the colour of an incident says. */
export const incidentMeanings: Record<MonitoringIncident['state'], Meaning> = {
  OPEN: 'bot',
  ACKNOWLEDGED: 'doubt',
  RESOLVED: 'human',
  MERGED: 'neutral',
}

/** Those of the address that there are. */
export const incidentStateOf = (text: string | null) => incidentStates.find((state) => state === text)
