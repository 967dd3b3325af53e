import { layer, type Layer, type PageState } from '@bollard/site-kit/page-states'
import * as accountShell from '../routes/account-shell.tsx'
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

/** A page of somebody's own account. */
export function accountPage({ page, mailsReturn = false, ...state }: State & { mailsReturn?: boolean }): PageState {
  const loaderData = { email: 'anna@example.org', mailsReturn }
  return { ...state, site: 'identity', layers: [layer('routes/account-shell', accountShell, { loaderData }), page] }
}
