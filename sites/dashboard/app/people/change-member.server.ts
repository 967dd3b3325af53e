import { textOf } from '@bollard/site-kit'
import { attempt, proveRedirect, scopeOf, signInRedirect } from '@bollard/site-kit/server'
import { data, redirect } from 'react-router'
import { peopleCalls, type PeopleRequest } from './people-calls.server.ts'
import { membersPath } from './people-place.ts'
import { roleOf } from './role-choice.tsx'

/** Changes the role of a member or removes them, and leads to the members; whoever has left is led to `left`. */
export async function changeMember(asked: PeopleRequest, userId: string, left: string) {
  const { context, request, place } = asked
  const form = await request.formData()
  const scope = scopeOf(context, request)
  const members = membersPath(scope.language, place)
  const role = roleOf(form.get('role'))
  const isRemoval = textOf(form, 'do') === 'remove'
  const calls = peopleCalls(asked)
  const answer = await attempt(isRemoval ? calls.removeMember(userId) : calls.updateMember(userId, role ?? 'VIEWER'))
  if (answer.ok) {
    if (!isRemoval) throw redirect(`${members}?changed=${encodeURIComponent(userId)}`)
    throw redirect(textOf(form, 'own') === '' ? `${members}?removed` : left)
  }
  const { problem } = answer
  if (problem.code === 'step-up-required')
    throw proveRedirect(scope, request, `${members}/${encodeURIComponent(userId)}?role=${role ?? ''}`)
  if (problem.status === 401) throw signInRedirect(scope, request)
  return data({ isRemoval, role, problem }, { status: problem.status })
}
