import { layer, type Layer, type PageState } from '@bollard/site-kit/page-states'
import * as entrance from '../routes/entrance.tsx'
import * as mailboxShell from '../routes/mailbox-shell.tsx'

type State = Omit<PageState, 'site' | 'layers'> & { page: Layer }

/** One of the forms before and around signing in. */
export function formPage({ page, ...state }: State): PageState {
  return { ...state, site: 'identity', layers: [layer('routes/entrance', entrance, {}), page] }
}

/** A page of the local mailbox. */
export function mailboxPage({ page, ...state }: State): PageState {
  return { ...state, site: 'identity', layers: [layer('routes/mailbox-shell', mailboxShell, {}), page] }
}
