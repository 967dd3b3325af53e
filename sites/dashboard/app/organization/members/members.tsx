import type { Role } from '@bollard/contracts'
import { apiOf, attempt, load, requireUser, scopeOf } from '@bollard/site-kit/server'
import { Alert, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { act } from '../../request/act.server.ts'
import { InvitationForm, invitationIn } from './invitation-form.tsx'
import { InvitationTable } from './invitation-table.tsx'
import { MemberTable } from './member-table.tsx'
import { OrganizationProblem } from '../organization-problem.tsx'
import { asSent } from '../read-form.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { textOf } from '../text-of.ts'
import { useOrganization } from '../use-organization.ts'
import { dropForm, heldForm, holdForm, invitationTo } from '../../forms/held-form.server.ts'
import { requireId } from '../../request/require-id.server.ts'
import type { Route } from './+types/members.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const [user, members, answer] = await Promise.all([
    requireUser(context, request),
    load(context, request, api.listOrganizationMembers({ organizationId })),
    attempt(api.listOrganizationInvitations({ organizationId })),
  ])
  // Only admins see who is invited.
  const isRefused = !answer.ok && answer.problem.code === 'role-too-low'
  const invitations = answer.ok
    ? answer.value.items
    : isRefused
      ? null
      : (await load(context, request, api.listOrganizationInvitations({ organizationId }))).items
  const held = new URL(request.url).searchParams.has('back')
    ? heldForm(scopeOf(context, request), request, { of: invitationTo(organizationId), by: user.id })
    : null
  return {
    userId: user.id,
    members: members.items,
    invitations,
    typed: held && invitationIn(new URLSearchParams(held)),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const form = await request.formData()
  const userId = textOf(form, 'userId')
  const invitationId = textOf(form, 'invitationId')
  const sender = { request, context }
  const intent = form.get('intent')
  switch (intent) {
    case 'invite': {
      const typed = invitationIn(form)
      const call = api.createOrganizationInvitation({
        organizationId,
        organizationInvitationCreationDto: {
          ...typed,
          role: asSent<Role>(typed.role),
          language: asSent<'en' | 'de'>(typed.language),
        },
      })
      const answer = await act(sender, call, '?back', (scope) =>
        holdForm(scope, { of: invitationTo(organizationId), by: textOf(form, 'by') }, typed),
      )
      if (answer.ok) {
        dropForm(scopeOf(context, request), request)
        return data({ done: intent, name: typed.email, typed: null, problem: null })
      }
      return data({ done: null, name: '', typed, problem: answer.problem }, { status: answer.problem.status })
    }
    case 'role': {
      const role = asSent<Role>(textOf(form, 'role'))
      return settle(
        intent,
        await act(sender, api.updateOrganizationMember({ organizationId, userId, organizationMemberDto: { role } })),
      )
    }
    case 'leave': {
      const answer = await act(sender, api.removeOrganizationMember({ organizationId, userId }))
      return answer.ok ? redirect(`/${params.language}/organizations`) : settle(intent, answer)
    }
    case 'remove':
      return settle(intent, await act(sender, api.removeOrganizationMember({ organizationId, userId })))
    case 'resend':
      return settle(
        intent,
        await act(sender, api.resendInvitation({ invitationId: requireId(context, request, invitationId) })),
      )
    case 'revoke':
      return settle(
        intent,
        await act(sender, api.revokeInvitation({ invitationId: requireId(context, request, invitationId) })),
      )
    default:
      return data({ done: null, name: '', typed: null, problem: { code: 'validation-failed' } }, { status: 422 })
  }
}

function settle<Done extends string>(done: Done, answer: Awaited<ReturnType<typeof act>>) {
  if (answer.ok) return data({ done, name: '', typed: null, problem: null })
  return data({ done: null, name: '', typed: null, problem: answer.problem }, { status: answer.problem.status })
}

export default function OrganizationMembers({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { organization, reaches } = useOrganization()
  const { members, invitations, userId } = loaderData
  const problem = actionData?.problem
  const isOfForm = reaches('ADMIN') && actionData?.typed !== undefined && actionData.typed !== null
  const words = {
    'state-conflict': t(($) => $.organizations.members.invitationOver),
    'already-member': t(($) => $.organizations.members.isMember),
    'quota-exceeded': t(($) => $.organizations.members.quota),
  }
  return (
    <SettingsPage section="members" subtitle={t(($) => $.organizations.members.about)}>
      {actionData?.done ? (
        <Alert kind="success">
          {t(($) => $.organizations.members.done[actionData.done], { email: actionData.name })}
        </Alert>
      ) : null}
      {isOfForm ? null : <OrganizationProblem problem={problem} words={words} />}
      <Card padded={false} className="min-w-0 overflow-hidden">
        <CardHeader title={t(($) => $.organizations.members.title)} className="!mb-0 px-5 pt-4 pb-2" />
        <MemberTable members={members} userId={userId} />
      </Card>
      {invitations === null || !reaches('ADMIN') ? (
        <p className="text-sm text-ink-2">
          {t(($) => $.organizations.members.adminsInvite, { role: t(($) => $.roles[organization.myRole]) })}
        </p>
      ) : (
        <>
          <InvitationForm
            typed={actionData?.typed ?? loaderData.typed}
            problem={isOfForm ? problem : null}
            words={words}
            key={invitations[0]?.id}
          />
          {invitations.length > 0 ? (
            <Card padded={false} className="min-w-0 overflow-hidden">
              <CardHeader title={t(($) => $.organizations.members.invitations)} className="!mb-0 px-5 pt-4 pb-2" />
              <InvitationTable invitations={invitations} />
            </Card>
          ) : null}
        </>
      )}
    </SettingsPage>
  )
}
