import { notFound, scopeOf } from '@bollard/site-kit/server'
import { languageOf } from '../answer/language-of.server.ts'
import type { Route } from './+types/not-found.ts'

export function loader({ request, context }: Route.LoaderArgs): never {
  scopeOf(context, request).language = languageOf(request)
  return notFound({ request, context })
}

/** Never shown: the loader says that there is nothing. */
export default function NotFound() {
  return null
}
