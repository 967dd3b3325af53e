import { useSite } from '@bollard/site-kit'
import { useRouteLoaderData } from 'react-router'
import { rightsIn } from '../frame/rights.ts'
import { solutionLabel } from '../frame/solution-label.ts'
import type { loader } from './protection-layout.tsx'

/** The solution in whose page protection this is used, where its pages begin, its crumb, and what this person may do. */
export function useProtection() {
  const { language } = useSite()
  const loaded = useRouteLoaderData<typeof loader>('protection/protection-layout')
  if (!loaded) throw new Error('useProtection is used outside of the pages of page protection')
  const { solution } = loaded
  const home = `/${language}/solutions/${solution.id}`
  return {
    solution,
    /** Of the solution. */
    home,
    base: `${home}/protection`,
    crumb: { label: solutionLabel(solution), to: `${home}/overview` },
    ...rightsIn(solution),
  }
}
