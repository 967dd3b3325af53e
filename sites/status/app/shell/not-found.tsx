import { notFound, preferredLanguage, scopeOf } from '@bollard/site-kit/server'
import type { Route } from './+types/not-found.ts'

export function loader({ request, context }: Route.LoaderArgs): never {
  scopeOf(context, request).language = preferredLanguage(request.headers.get('accept-language'))
  return notFound({ request, context })
}

/** Never shown: the loader says that there is nothing. */
export default function NotFound() {
  return null
}
