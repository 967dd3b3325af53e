import { data, redirect, type RouterContextProvider } from 'react-router'
import { languageOfPath, noLanguage, preferredLanguage } from '../site/language-path.ts'
import { pageAddress } from './page-address.ts'
import { scopeOf } from './request-scope.ts'

interface LoaderArgs {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** Moves `/` and `/{language}` to `/{language}{path}`, permanently but never from a cache: the answer depends on the visitor's languages. */
export function redirectWithLanguage({ request }: Pick<LoaderArgs, 'request'>, path: string): Response {
  const { pathname, search } = new URL(request.url)
  const language = languageOfPath(pathname) ?? preferredLanguage(request.headers.get('accept-language'))
  return redirect(`/${language}${path}${search}`, {
    status: 301,
    headers: { 'cache-control': 'private, no-cache', vary: 'accept-language' },
  })
}

/** The loader of `route('*')`: shows the not-found page, or sends a script on that has forgotten the language. */
export function notFound({ request, context }: LoaderArgs): never {
  const isScript = new URL(request.url).pathname.endsWith('.data')
  const code = isScript && languageOfPath(pageAddress(request).pathname) === null ? noLanguage : 'not-found'
  throw data({ code, requestId: scopeOf(context, request).requestId }, { status: 404 })
}
