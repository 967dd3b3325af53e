import { useSite } from '@bollard/site-kit'
import { useRouteLoaderData } from 'react-router'
import type { loader } from './solution-layout.tsx'
import { solutionLabel } from '../frame/solution-label.ts'

/** The solution in whose pages this is used, with its captcha site, the address its pages begin with, and its crumb. */
export function useSolution() {
  const { language } = useSite()
  const loaded = useRouteLoaderData<typeof loader>('solution/solution-layout')
  if (!loaded) throw new Error('useSolution is used outside of the pages of a solution')
  const base = `/${language}/solutions/${loaded.solution.id}`
  return { ...loaded, base, crumb: { label: solutionLabel(loaded.solution), to: `${base}/overview` } }
}
