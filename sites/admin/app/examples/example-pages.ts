import { layer, type Layer, type PageState } from '@bollard/site-kit/page-states'
import type { Operator } from '../frame/use-operator.ts'
import * as frame from '../frame/page-frame.tsx'
import * as shell from '../shell/shell.tsx'

const operator: Operator = {
  user: { id: '01941f29-7c00-7000-8000-000000000001', givenName: 'Olga', email: 'olga@example.org' },
  timeZone: 'Europe/Berlin',
  changeMode: null,
}

/** The change mode as an operator has switched it on. */
export const changeMode: NonNullable<Operator['changeMode']> = {
  reason: 'A customer asked for a correction',
  ticket: 'T-1042',
  until: '2026-11-20T14:30:00.000Z',
}

type State = Omit<PageState, 'site' | 'layers'> & { page: Layer; mayChange?: boolean }

/** A page of the site in its shell; the change mode is on unless `mayChange` is false. */
export function adminPage({ page, mayChange = true, ...state }: State): PageState {
  return {
    ...state,
    site: 'admin',
    layers: [
      layer('shell/shell', shell, {
        path: ':language',
        loaderData: { ...operator, changeMode: mayChange ? changeMode : null },
      }),
      layer('frame/page-frame', frame, {}),
      page,
    ],
  }
}
