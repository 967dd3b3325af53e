import { requireId } from '@bollard/site-kit/server'
import { data } from 'react-router'
import { changeKeys } from './change-keys.server.ts'
import { KeysPage } from './keys-page.tsx'
import { loadKeys } from './load-keys.server.ts'
import type { Route } from './+types/api-keys.ts'

const kind = 'api'

export function loader({ request, context, params }: Route.LoaderArgs) {
  return loadKeys({ request, context, solutionId: requireId(context, request, params.solutionId), kind })
}

/** Answers with a new key itself: it must stand in no address and in no storage. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const answer = await changeKeys({ request, context, solutionId, kind })
  if (answer === null) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  return data(answer, { status: answer.problem?.status ?? (answer.secretKey === null ? 200 : 201) })
}

export default function ApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  return <KeysPage kind={kind} loaded={loaderData} answer={actionData ?? null} />
}
