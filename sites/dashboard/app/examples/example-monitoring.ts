import type { Layer, PageState } from '@bollard/site-kit/page-states'
import * as frameModule from '../monitoring/monitoring-layout.tsx'
import { dashboardPage, exampleUser } from './example-pages.ts'
import { exampleSolution } from './example-solution.ts'

type Frame = Awaited<ReturnType<typeof frameModule.loader>>

/** A page of monitoring; `at` and the path of its route begin below that. */
export function monitoringPage({
  at,
  page,
  solution,
  ...state
}: Omit<PageState, 'site' | 'layers'> & { page: Layer; solution?: Partial<Frame['solution']> }): PageState {
  const monitored: Frame['solution'] = {
    ...exampleSolution,
    label: 'Server der Redaktion',
    item: { type: 'MONITORING' },
    isVisit: false,
    ...solution,
  }
  const frame: Layer = {
    id: 'monitoring/monitoring-layout',
    module: frameModule,
    path: ':language/solutions/:solutionId/monitoring',
    loaderData: { solution: monitored },
  }
  const whole = dashboardPage({
    ...state,
    at: `/solutions/${exampleSolution.id}/monitoring${at}`,
    page,
    user: { ...exampleUser, solutions: [monitored] },
  })
  const [last, ...before] = whole.layers.toReversed()
  return { ...whole, layers: [...before.toReversed(), frame, ...(last ? [last] : [])] }
}
