import { layer, type Layer, type PageState } from '@bollard/site-kit/page-states'
import * as frame from '../frame/page-frame.tsx'
import type { Operator } from '../frame/use-operator.ts'
import * as shell from '../shell/shell.tsx'

/** Somebody who can look at everything and change nothing. */
const reader: Operator = {
  user: { id: '01K5Z7QAAA0000000000000002', givenName: 'Olga', email: 'olga@example.org' },
  timeZone: 'Europe/Berlin',
  changeMode: null,
}

/** The same person with the change mode on. */
const changer: Operator = {
  ...reader,
  changeMode: { reason: 'Mail server was down', ticket: 'T-42', until: '2026-11-21T12:30:00Z' },
}

type State = Omit<PageState, 'site' | 'layers'> & { page: Layer; mayChange?: boolean }

/** A page of the admin site in its shell, by default without the change mode. */
export function operatorPage({ page, mayChange = false, ...state }: State): PageState {
  const loaderData = mayChange ? changer : reader
  return {
    ...state,
    site: 'admin',
    layers: [layer('shell/shell', shell, { loaderData }), layer('frame/page-frame', frame, {}), page],
  }
}
