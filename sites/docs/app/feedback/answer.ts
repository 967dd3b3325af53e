import { answerHelpful, notFound, scopeOf } from '@bollard/site-kit/server'
import { listPages } from '../pages/all-pages.server.ts'
import type { Route } from './+types/answer.ts'

export async function action(args: Route.ActionArgs) {
  const pages = await listPages(scopeOf(args.context, args.request).language)
  return answerHelpful(args, (path) => pages.some((page) => page.path === path))
}

/** Nobody reads here. */
export const loader = (args: Route.LoaderArgs) => notFound(args)
