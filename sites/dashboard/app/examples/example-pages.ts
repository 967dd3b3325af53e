import type { Organization, Solution } from '@bollard/contracts'
import { layer, type Layer, type PageState } from '@bollard/site-kit/page-states'
import { vi } from 'vitest'
import type { CurrentSolution } from '../frame/use-current-solution.ts'
import * as frame from '../frame/page-frame.tsx'
import * as organizationFrame from '../organization/organization-layout.tsx'
import * as settingsFrame from '../settings/settings-layout.tsx'
import * as shell from '../shell/shell.tsx'
import * as solutionFrame from '../solution/solution-layout.tsx'
import { exampleOrganization } from './example-organization.ts'
import { exampleSite, exampleSolution } from './example-solution.ts'

/** A live stream that stands; what it tells is tested by the journeys. */
class QuietEventSource extends EventTarget {
  constructor() {
    super()
    queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }
  close() {}
}

type ShellData = Parameters<typeof layer<typeof shell>>[2]['loaderData']

/** Who is signed in, with a captcha. */
export const exampleUser: ShellData = {
  user: { id: '01K5Z7QAAA0000000000000002', givenName: 'Anna', email: 'anna@example.org', isOperator: false },
  mailsReturn: false,
  view: null,
  solutions: [exampleSolution, { ...exampleSolution, id: '01K5Z7QAAA0000000000000003', label: 'Second captcha' }],
  timeZone: 'Europe/Berlin',
  putAside: [],
  apiKeysFor: 'operators',
  serverLanguage: 'node',
}

/** Somebody who has nothing yet. */
export const newcomer: ShellData = { ...exampleUser, solutions: [] }

type State = Omit<PageState, 'site' | 'layers'> & { page: Layer; user?: ShellData }

/** A page of the dashboard in its shell. */
export function dashboardPage({ page, user = exampleUser, ...state }: State): PageState {
  vi.stubGlobal('EventSource', QuietEventSource)
  return { ...state, site: 'dashboard', layers: [...shellOf(user), page] }
}

const solutionPath = ':language/solutions/:solutionId'
type SolutionData = Parameters<typeof layer<typeof solutionFrame>>[2]['loaderData']
interface SolutionState extends State {
  solution?: Partial<SolutionData['solution']>
  captcha?: Partial<SolutionData['site']>
}

/** A page of one captcha; `at` and the path of its route begin below that. */
export function solutionPage({ page, user = exampleUser, solution, captcha, at, ...state }: SolutionState): PageState {
  vi.stubGlobal('EventSource', QuietEventSource)
  const loaderData = {
    solution: { ...exampleSolution, isVisit: false, ...solution },
    site: { ...exampleSite, ...captcha },
    now: Date.parse('2026-11-19T10:00:00.000Z'),
  }
  return {
    ...state,
    site: 'dashboard',
    at: `/solutions/${exampleSolution.id}${at}`,
    layers: [
      ...shellOf(user),
      layer('solution/solution-layout', solutionFrame, { path: solutionPath, loaderData }),
      page,
    ],
  }
}

/** A page of the settings of a captcha; `at` and the path of its route begin below that. */
export function settingsPage({
  page,
  user = exampleUser,
  solution,
  at,
  ...state
}: State & { solution?: Partial<Solution & Pick<CurrentSolution, 'isVisit'>> }): PageState {
  const loaderData: Awaited<ReturnType<typeof settingsFrame.loader>> = {
    solution: { ...exampleSolution, isVisit: false, ...solution },
    userId: user.user.id,
  }
  const frameOfSettings = {
    id: 'settings/settings-layout',
    module: settingsFrame,
    path: `${solutionPath}/settings`,
    loaderData,
  }
  return {
    ...state,
    site: 'dashboard',
    at: `/solutions/${exampleSolution.id}/settings${at}`,
    layers: [...shellOf(user), frameOfSettings, page],
  }
}

/** A page of an organization; `at` and the path of its route begin below that. */
export function organizationPage({
  page,
  user = exampleUser,
  organization,
  at,
  ...state
}: State & { organization?: Partial<Organization> }): PageState {
  const loaderData: Awaited<ReturnType<typeof organizationFrame.loader>> = {
    organization: { ...exampleOrganization, ...organization },
    isVisit: false,
  }
  const id = 'organization/organization-layout'
  const frameOfOrganization = {
    id,
    module: organizationFrame,
    path: ':language/organizations/:organizationId',
    loaderData,
  }
  return {
    ...state,
    site: 'dashboard',
    at: `/organizations/${exampleOrganization.id}${at}`,
    layers: [...shellOf(user), frameOfOrganization, page],
  }
}

/** A page of a captcha that the service does not show to this person. */
export function refusedSolutionPage({
  at,
  heading,
  status,
}: Pick<PageState, 'at' | 'heading'> & { status: number }): PageState {
  const refused = {
    id: 'solution/solution-layout',
    module: solutionFrame,
    path: `${solutionPath}${at}`,
    refused: { status },
  }
  return {
    site: 'dashboard',
    at: `/solutions/${exampleSolution.id}${at}`,
    heading,
    layers: [...shellOf(newcomer), refused],
  }
}

function shellOf(loaderData: ShellData): Layer[] {
  return [layer('shell/shell', shell, { loaderData }), layer('frame/page-frame', frame, {})]
}
