import type { Solution } from '@bollard/contracts'
import { useRouteLoaderData } from 'react-router'
import type { ListedSolution } from './use-signed-in.ts'

/** What is shown on every page of a solution. Both layouts of a solution load at least this. */
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
  return (ofSettings ?? ofCaptcha)?.solution ?? null
}
