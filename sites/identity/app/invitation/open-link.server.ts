import { textOf } from '@bollard/site-kit'
import { apiOf, load, type RequestScope } from '@bollard/site-kit/server'
import { redirect, type RouterContextProvider } from 'react-router'
import { type HeldToken, holdToken } from './held-token.server.ts'

/** Keeps the token of a link that was followed or pasted, and shows the page anew; null when there is none in it. */
export function openLink(scope: RequestScope, request: Request, form: FormData, kind: HeldToken): Response | null {
  if (!holdToken(scope, kind, textOf(form, 'token'))) return null
  const { pathname, search } = new URL(request.url)
  return redirect(`${pathname.replace(/\.data$/u, '')}${withoutRoutes(search)}`)
}

/** Signs out and lets somebody sign in with another account, who then comes back here. */
export async function switchAccount(
  context: Readonly<RouterContextProvider>,
  request: Request,
  language: string,
  here: string,
): Promise<Response> {
  await load(context, request, apiOf(context, request).deleteCurrentSession())
  return redirect(`/${language}/sign-in?returnTo=${encodeURIComponent(here)}`)
}

/** React Router asks with its own parameters in the address. */
function withoutRoutes(search: string): string {
  const parameters = new URLSearchParams(search)
  parameters.delete('_routes')
  parameters.delete('index')
  return parameters.size > 0 ? `?${parameters}` : ''
}
