import { redirect, type RouterContextProvider } from 'react-router'
import { apiOf } from '../request/api.ts'
import { attempt } from '../request/attempt.ts'
import { scopeOf } from '../request/request-scope.ts'

/**
 * Takes the answer to “Was this page helpful?” about a page that `isPage` knows by its path without the language. A form leads back to
 * its page, which says what became of it; a script, which accepts JSON, is told by the status alone.
 */
export async function answerHelpful(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  isPage: (path: string) => boolean,
): Promise<Response> {
  const { language } = scopeOf(context, request)
  const form = await request.formData()
  const [path, answer] = [form.get('path'), form.get('answer')]
  if (typeof path !== 'string' || !isPage(path) || (answer !== 'yes' && answer !== 'no'))
    return Response.json({ code: 'validation-failed' }, { status: 422 })
  const pageAnswerNewDto = { path, language, isHelpful: answer === 'yes' }
  const counted = await attempt(apiOf(context, request).countPageAnswer({ pageAnswerNewDto }))
  if (request.headers.get('accept') === 'application/json')
    return counted.ok
      ? new Response(null, { status: 204 })
      : Response.json({ code: counted.problem.code }, { status: counted.problem.status })
  return redirect(`/${language}${path}?helpful=${counted.ok ? 'counted' : 'failed'}#helpful`, 303)
}
