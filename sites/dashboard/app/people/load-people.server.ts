import { attempt, load, requireUser, scopeOf } from '@bollard/site-kit/server'
import { data } from 'react-router'
import { heldForm, invitationTo } from '../forms/held-form.server.ts'
import { peopleCalls, type PeopleRequest } from './people-calls.server.ts'
import { nameOf } from './person.tsx'
import { roleOf } from './role-choice.tsx'
import { typedInvitation } from './typed-invitation.ts'

/**
 * Who belongs to a place and who is invited. Without `invitations` where the role may not see them. `changed` and `removed` in the
 * address tell what was done on the page of a member; `back` brings the invitation that was typed before a sign-in.
 */
export async function loadPeople(asked: PeopleRequest) {
  const { context, request, place } = asked
  const calls = peopleCalls(asked)
  const [{ items: members }, invited] = await Promise.all([
    load(context, request, calls.listMembers()),
    attempt(calls.listInvitations()),
  ])
  const mayNotSee = !invited.ok && invited.problem.code === 'role-too-low'
  const invitations = invited.ok
    ? invited.value.items
    : mayNotSee
      ? null
      : (await load(context, request, calls.listInvitations())).items
  const search = new URL(request.url).searchParams
  const held = search.has('back')
    ? heldForm(scopeOf(context, request), request, {
        of: invitationTo(place.id),
        by: (await requireUser(context, request)).id,
      })
    : null
  return {
    members,
    invitations,
    changed: search.get('changed'),
    isRemoved: search.has('removed'),
    held: held === null ? null : typedInvitation((name) => held[name] ?? ''),
    intent: crypto.randomUUID(),
  }
}

/** One member. `role` in the address is what was chosen before the person had to prove who they are. */
export async function loadMember(asked: PeopleRequest, userId: string) {
  const { context, request } = asked
  const { items } = await load(context, request, peopleCalls(asked).listMembers())
  const member = items.find((one) => one.userId === userId)
  if (!member) throw data({ code: 'not-found', requestId: scopeOf(context, request).requestId }, { status: 404 })
  const admins = items.filter(({ role }) => role === 'ADMIN')
  return {
    member,
    isLastAdmin: member.role === 'ADMIN' && admins.length === 1,
    isAlone: items.length === 1,
    admins: admins.flatMap((admin) => nameOf(admin) ?? []),
    chosen: roleOf(new URL(request.url).searchParams.get('role')),
  }
}
