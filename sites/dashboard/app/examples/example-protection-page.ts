import type { Layer, PageState } from '@bollard/site-kit/page-states'
import * as frameModule from '../protection/protection-layout.tsx'
import { dashboardPage, exampleUser } from './example-pages.ts'
import { exampleSolution } from './example-solution.ts'

type Frame = Awaited<ReturnType<typeof frameModule.loader>>

/** A page of page protection; `at` and the path of its route begin below that. */
export function protectionPage({
  at,
  page,
  solution,
  ...state
}: Omit<PageState, 'site' | 'layers'> & { page: Layer; solution?: Partial<Frame['solution']> }): PageState {
  const guarded: Frame['solution'] = {
    ...exampleSolution,
    label: 'Laden der Redaktion',
    item: { type: 'BUNDLE_SECURITY' },
    isVisit: false,
    ...solution,
  }
  const frame: Layer = {
    id: 'protection/protection-layout',
    module: frameModule,
    path: ':language/solutions/:solutionId/protection',
    loaderData: { solution: guarded },
  }
  const whole = dashboardPage({
    ...state,
    at: `/solutions/${exampleSolution.id}/protection${at}`,
    page,
    user: { ...exampleUser, solutions: [guarded] },
  })
  return { ...whole, layers: [...whole.layers.slice(0, -1), frame, ...whole.layers.slice(-1)] }
}
