import { data, redirect, type RouterContextProvider } from 'react-router'
import { preferredLanguage } from '../site/language-path.ts'
import { scopeOf } from './request-scope.ts'

interface LoaderArgs {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** Moves `/` and `/{language}` to `/{language}{path}`, permanently but never from a cache: the answer depends on the visitor's languages. */
export function redirectWithLanguage({ request, context }: LoaderArgs, path: string): Response {
  const { pathname, search } = new URL(request.url)
  const language =
    pathname.length > 1 ? scopeOf(context, request).language : preferredLanguage(request.headers.get('accept-language'))
  return redirect(`/${language}${path}${search}`, {
    status: 301,
    headers: { 'cache-control': 'private, no-cache', vary: 'accept-language' },
  })
}

/** The loader of `route('*')`: shows the not-found page. */
export function notFound({ request, context }: LoaderArgs): never {
  throw data({ code: 'not-found', requestId: scopeOf(context, request).requestId }, { status: 404 })
}
