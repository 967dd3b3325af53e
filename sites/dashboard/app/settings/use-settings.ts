import { useSite } from '@bollard/site-kit'
import { useRouteLoaderData } from 'react-router'
import type { loader } from './settings-layout.tsx'
import { solutionLabel } from '../frame/solution-label.ts'

/** The solution whose settings these are, who is looking at them, the addresses that its pages and those of its settings begin with, and the crumb above them. */
export function useSettings() {
  const { language } = useSite()
  const loaded = useRouteLoaderData<typeof loader>('settings/settings-layout')
  if (!loaded) throw new Error('useSettings is used outside of the settings of a solution')
  const home = `/${language}/solutions/${loaded.solution.id}`
  return {
    ...loaded,
    home,
    base: `${home}/settings`,
    crumb: { label: solutionLabel(loaded.solution), to: `${home}/overview` },
  }
}
