import { textOf } from '@bollard/site-kit'
import type { Problem } from '@bollard/contracts'
import { apiOf, attempt, proveRedirect, scopeOf, signInRedirect } from '@bollard/site-kit/server'
import { data } from 'react-router'
import { dropForm, holdForm, invitationTo } from '../forms/held-form.server.ts'
import { peopleCalls, type PeopleRequest } from './people-calls.server.ts'
import { membersPath } from './people-place.ts'
import { type TypedInvitation, typedInvitation } from './typed-invitation.ts'

export type Deed = 'invite' | 'again' | 'resend' | 'revoke'

/** What came of a form of the page. */
export type InvitationAnswer =
  | { did: Deed; email: string; problem: null }
  | { did: 'invite'; problem: Problem; typed: TypedInvitation; intent: string }
  | { did: Exclude<Deed, 'invite'>; problem: Problem }

/** Carries out one form about invitations. */
export async function changeInvitations(sender: PeopleRequest) {
  const answer = await answerOf(sender, await sender.request.formData())
  if (answer === null) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  return data(answer, { status: answer.problem?.status ?? 200 })
}

/** Null when the form names nothing that can be done here. */
async function answerOf(sender: PeopleRequest, form: FormData): Promise<InvitationAnswer | null> {
  const deed = textOf(form, 'do')
  if (deed === 'invite') return invite(sender, form)
  if (deed === 'again' || deed === 'resend' || deed === 'revoke')
    return changeOne(sender, deed, textOf(form, 'invitationId'))
  return null
}

async function invite(sender: PeopleRequest, form: FormData): Promise<InvitationAnswer> {
  const { context, request, place } = sender
  const scope = scopeOf(context, request)
  const typed = typedInvitation((name) => textOf(form, name))
  const intent = textOf(form, 'intent') || crypto.randomUUID()
  const answer = await attempt(peopleCalls(sender).invite(typed, intent))
  if (answer.ok) {
    dropForm(scope, request)
    return { did: 'invite', email: answer.value.email, problem: null }
  }
  const { problem } = answer
  if (problem.code === 'step-up-required' || problem.status === 401) {
    holdForm(scope, { of: invitationTo(place.id), by: textOf(form, 'by') }, { ...typed })
    throw awayAndBack(sender, problem, '?back')
  }
  return {
    did: 'invite',
    problem,
    typed,
    intent: problem.code === 'idempotency-mismatch' ? crypto.randomUUID() : intent,
  }
}

async function changeOne(
  sender: PeopleRequest,
  deed: Exclude<Deed, 'invite'>,
  invitationId: string,
): Promise<InvitationAnswer> {
  const api = apiOf(sender.context, sender.request)
  const people = peopleCalls(sender)
  const listed = await attempt(people.listInvitations())
  const invitation = listed.ok ? listed.value.items.find(({ id }) => id === invitationId) : undefined
  if (listed.ok && invitation === undefined) return { did: deed, problem: nothingThere }
  const { email = '', role = 'VIEWER', language = 'en', message = '' } = invitation ?? {}
  const again = { email, role, language, message }
  const calls = {
    again: () => people.invite(again),
    resend: () => api.resendInvitation({ invitationId }),
    revoke: () => api.revokeInvitation({ invitationId }),
  }
  const answer = listed.ok ? await attempt<unknown>(calls[deed]()) : listed
  if (answer.ok) return { did: deed, email, problem: null }
  if (answer.problem.status === 401) throw awayAndBack(sender, answer.problem, '')
  return { did: deed, problem: answer.problem }
}

const nothingThere: Problem = {
  type: 'about:blank',
  title: 'Not found',
  status: 404,
  detail: '',
  code: 'not-found',
  requestId: '',
}

/** To sign in or to prove who one is, and back to this page. */
function awayAndBack({ context, request, place }: PeopleRequest, problem: Problem, search: string): Response {
  const scope = scopeOf(context, request)
  if (problem.code !== 'step-up-required') return signInRedirect(scope, request, search)
  return proveRedirect(scope, request, `${membersPath(scope.language, place)}${search}`)
}
