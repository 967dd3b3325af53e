import type { SessionUser, Solution } from '@bollard/contracts'
import { useRouteLoaderData } from 'react-router'
import type { PutAsideNotice } from './put-aside-cookie.ts'

/** A solution as the sidebar lists it. */
export type ListedSolution = Pick<Solution, 'id' | 'label' | 'managementOrganization' | 'item' | 'myRole'>

/** What the shell loads once for all of its pages. */
export interface SignedIn {
  user: { id: string; givenName: string; email: string; isOperator: boolean }
  /** Mail servers have refused the address of the person. */
  mailsReturn: boolean
  /** An operator looks at the dashboard as this person; null where it is they. */
  view: SessionUser['view'] | null
  solutions: ListedSolution[]
  timeZone: string
  /** Notices that were put aside within the last day. */
  putAside: PutAsideNotice[]
  /** Who may create API keys that do more than verify. */
  apiKeysFor: 'operators' | 'solution-admins'
  /** The programming language in which this browser last looked at snippets. */
  serverLanguage: string
}

/** Whether this person may create API keys that do more than verify, in solutions that they are admins of. */
export function useMayMakeApiKeys(): boolean {
  const signedIn = useSignedIn()
  return signedIn !== undefined && (signedIn.user.isOperator || signedIn.apiKeysFor === 'solution-admins')
}

/** Who is signed in, and what the shell knows of them. Undefined outside of the shell. */
export function useSignedIn(): SignedIn | undefined {
  return useRouteLoaderData<SignedIn>('shell/shell')
}
