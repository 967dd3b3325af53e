import { captchaRoutes, type EngineState } from '@bollard/contracts'
import { apiOf, attempt, requireUser } from '@bollard/site-kit/server'
import type { Route } from './+types/engine-programs.ts'

/** What the proof of engines knows, for the script that seeds it; the service refuses everybody but an operator. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireUser(context, request)
  return answerWith(apiOf(context, request).getEngineState())
}

/** Takes what an operator's browser has computed to the service. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireUser(context, request)
  const body = captchaRoutes.addEnginePrograms.body.schema.safeParse(await request.json().catch(() => null))
  if (!body.success) return new Response(null, { status: 422 })
  return answerWith(apiOf(context, request).addEnginePrograms({ engineProgramsNewDto: body.data }))
}

async function answerWith(call: Promise<EngineState>): Promise<Response> {
  const answer = await attempt(call)
  return answer.ok
    ? Response.json(answer.value, { headers: { 'cache-control': 'no-store' } })
    : new Response(null, { status: answer.problem.status })
}
