import type { Solution } from '@bollard/contracts'
import { useRouteLoaderData } from 'react-router'
import type { ListedSolution } from './use-signed-in.ts'

/** What is shown on every page of a solution. Every layout of a solution loads at least this. */
export type CurrentSolution = ListedSolution &
  Pick<Solution, 'lifecycle' | 'endsAt' | 'deletionAt' | 'locks' | 'secondFactorFrom'> & {
    /** Shown to an administrator of the installation who is no member. */
    isVisit: boolean
  }

interface Loaded {
  solution: CurrentSolution
}

/** The solution whose page is open; null on pages of none, and where it could not be loaded. */
export function useCurrentSolution(): CurrentSolution | null {
  const ofSettings = useRouteLoaderData<Loaded>('settings/settings-layout')
  const ofCaptcha = useRouteLoaderData<Loaded>('solution/solution-layout')
  const ofMonitoring = useRouteLoaderData<Loaded>('monitoring/monitoring-layout')
  const ofProtection = useRouteLoaderData<Loaded>('protection/protection-layout')
  return (ofSettings ?? ofCaptcha ?? ofMonitoring ?? ofProtection)?.solution ?? null
}
