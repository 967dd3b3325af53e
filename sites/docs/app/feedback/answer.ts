import { apiOf, attempt, notFound, scopeOf } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import { listPages } from '../pages/all-pages.server.ts'
import type { Route } from './+types/answer.ts'

/**
 * Takes the answer to “Was this page helpful?”. A form leads back to its page, which says what became of it; a script, which accepts
 * JSON, is told by the status alone.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { language } = scopeOf(context, request)
  const form = await request.formData()
  const [path, answer] = [form.get('path'), form.get('answer')]
  const isPage = (await listPages(language)).some((page) => page.path === path)
  if (typeof path !== 'string' || !isPage || (answer !== 'yes' && answer !== 'no'))
    return Response.json({ code: 'validation-failed' }, { status: 422 })
  const pageAnswerNewDto = { path, language, isHelpful: answer === 'yes' }
  const counted = await attempt(apiOf(context, request).countPageAnswer({ pageAnswerNewDto }))
  if (request.headers.get('accept') === 'application/json')
    return counted.ok
      ? new Response(null, { status: 204 })
      : Response.json({ code: counted.problem.code }, { status: counted.problem.status })
  return redirect(`/${language}${path}?helpful=${counted.ok ? 'counted' : 'failed'}#helpful`, 303)
}

/** Nobody reads here. */
export const loader = (args: Route.LoaderArgs) => notFound(args)
