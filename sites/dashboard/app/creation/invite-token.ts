import { textOf } from '@bollard/site-kit'
import { apiOf, attempt } from '@bollard/site-kit/server'
import { data, redirect } from 'react-router'
import type { Route } from './+types/invite-token.ts'

/** Whose link a token belongs to. It comes in a body, so that no log gets to see it. */
export async function action({ request, context }: Route.ActionArgs) {
  const token = textOf(await request.formData(), 'token').trim()
  const answer = await attempt(apiOf(context, request).previewInviteToken({ inviteTokenPreviewDto: { token } }))
  if (answer.ok) return data({ preview: answer.value, problem: null })
  // That a link does not work is an answer, and no fault of the page that asked.
  return data({ preview: null, problem: answer.problem })
}

export const loader = ({ params }: Route.LoaderArgs) => redirect(`/${params.language}/solution-creation`)
