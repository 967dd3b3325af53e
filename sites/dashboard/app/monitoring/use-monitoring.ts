import { useSite } from '@bollard/site-kit'
import { useRouteLoaderData } from 'react-router'
import { solutionLabel } from '../frame/solution-label.ts'
import { isReadOnly } from '../settings/is-read-only.ts'
import type { loader } from './monitoring-layout.tsx'

/** The solution in whose monitoring this is used, the address its pages begin with, its crumb, and what this person may do. */
export function useMonitoring() {
  const { language } = useSite()
  const loaded = useRouteLoaderData<typeof loader>('monitoring/monitoring-layout')
  if (!loaded) throw new Error('useMonitoring is used outside of the pages of monitoring')
  const { solution } = loaded
  const base = `/${language}/solutions/${solution.id}/monitoring`
  const mayAnswer = solution.myRole !== 'VIEWER'
  return {
    solution,
    base,
    crumb: { label: solutionLabel(solution), to: `${base}/overview` },
    /** Answer incidents, which also goes while a solution is read-only. */
    mayAnswer,
    /** Change what is monitored. */
    mayChange: mayAnswer && !isReadOnly(solution),
  }
}
