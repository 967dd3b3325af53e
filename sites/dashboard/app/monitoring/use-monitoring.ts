import { useSite } from '@bollard/site-kit'
import { useRouteLoaderData } from 'react-router'
import { rightsIn } from '../frame/rights.ts'
import { solutionLabel } from '../frame/solution-label.ts'
import type { loader } from './monitoring-layout.tsx'

/** The solution in whose monitoring this is used, the address its pages begin with, its crumb, and what this person may do. */
export function useMonitoring() {
  const { language } = useSite()
  const loaded = useRouteLoaderData<typeof loader>('monitoring/monitoring-layout')
  if (!loaded) throw new Error('useMonitoring is used outside of the pages of monitoring')
  const { solution } = loaded
  const base = `/${language}/solutions/${solution.id}/monitoring`
  return {
    solution,
    base,
    crumb: { label: solutionLabel(solution), to: `${base}/overview` },
    ...rightsIn(solution),
  }
}
