import { apiOf, attempt, load, requireUser, scopeOf } from '@bollard/site-kit/server'
import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { DoneAlert } from '../../forms/done-alert.tsx'
import { heldForm, invitationTo } from '../../forms/held-form.server.ts'
import { isReadOnly } from '../is-read-only.ts'
import { changeInvitations } from '../../people/change-invitations.server.ts'
import { InvitationList } from '../../people/invitation-list.tsx'
import { InviteForm } from '../../people/invite-form.tsx'
import { MemberTable } from '../../people/member-table.tsx'
import { nameOf } from '../../people/person.tsx'
import { typedInvitation } from '../../people/typed-invitation.ts'
import { SettingsPage } from '../settings-page.tsx'
import { useSettings } from '../use-settings.ts'
import { requireId } from '../../request/require-id.server.ts'
import type { Route } from './+types/members.ts'

/** Without `invitations` where the role may not see them. `changed` and `removed` tell of what was done on the page of a member. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const [{ items: members }, invited, plan] = await Promise.all([
    load(context, request, api.listSolutionMembers({ solutionId })),
    attempt(api.listSolutionInvitations({ solutionId })),
    // Only tells how many places there are; the list stands without it.
    attempt(api.getSolutionPlan({ solutionId })),
  ])
  const mayNotSee = !invited.ok && invited.problem.code === 'role-too-low'
  const invitations = mayNotSee
    ? null
    : (
        await load(
          context,
          request,
          invited.ok ? Promise.resolve(invited.value) : api.listSolutionInvitations({ solutionId }),
        )
      ).items
  const search = new URL(request.url).searchParams
  const held = search.has('back')
    ? heldForm(scopeOf(context, request), request, {
        of: invitationTo(solutionId),
        by: (await requireUser(context, request)).id,
      })
    : null
  return {
    members,
    invitations,
    placesMax: plan.ok ? plan.value.limits.members : null,
    changed: search.get('changed'),
    isRemoved: search.has('removed'),
    held: held === null ? null : typedInvitation((name) => held[name] ?? ''),
    intent: crypto.randomUUID(),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const answer = await changeInvitations({
    context,
    request,
    solutionId: requireId(context, request, params.solutionId),
  })
  if (answer === null) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  return data(answer, { status: answer.problem?.status ?? 200 })
}

export default function SettingsMembers({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { solution } = useSettings()
  const { members, invitations, placesMax, held } = loaderData
  const refusedInvite = actionData?.did === 'invite' && actionData.problem !== null ? actionData : null
  const refused = actionData && actionData.did !== 'invite' ? actionData.problem : null
  const isAdmin = solution.myRole === 'ADMIN'
  const open = invitations?.filter(({ status }) => status === 'PENDING').length ?? 0
  return (
    <SettingsPage
      title={t(($) => $.settings.pages.members)}
      subtitle={t(($) => $.settings.members.subtitle, { label: solution.label })}
    >
      <Notice loaderData={loaderData} actionData={actionData} />
      <MemberTable members={members} openInvitations={open} placesMax={placesMax} />
      {isAdmin && isReadOnly(solution) ? <p className="text-sm text-ink-2">{t(($) => $.settings.locked)}</p> : null}
      {isAdmin && !isReadOnly(solution) ? (
        <InviteForm
          // Empty again once an invitation was sent, and as it was after anything else.
          key={invitations?.[0]?.id ?? 'first'}
          typed={refusedInvite?.typed ?? held}
          problem={refusedInvite?.problem ?? null}
          isBack={held !== null}
          intent={refusedInvite?.intent ?? loaderData.intent}
          language={language}
        />
      ) : null}
      {isAdmin ? null : (
        <p className="text-sm text-ink-2">
          {t(($) => $.settings.members.onlyAdmins, { role: t(($) => $.roles[solution.myRole]) })}
        </p>
      )}
      {invitations && isAdmin ? <InvitationList invitations={invitations} problem={refused} /> : null}
    </SettingsPage>
  )
}

/** What has just been done. */
function Notice({
  loaderData: { members, changed, isRemoved },
  actionData,
}: Pick<Route.ComponentProps, 'loaderData' | 'actionData'>) {
  const { t } = useTranslation()
  const member = members.find(({ userId }) => userId === changed)
  if (actionData?.problem) return null
  if (actionData) {
    return (
      <DoneAlert key={`${actionData.did} ${actionData.email}`}>
        {t(($) => $.settings.invitations.done[actionData.did], { email: actionData.email })}
      </DoneAlert>
    )
  }
  if (member) {
    const name = nameOf(member) ?? t(($) => $.settings.members.gone)
    return <DoneAlert>{t(($) => $.settings.members.changed, { name, role: t(($) => $.roles[member.role]) })}</DoneAlert>
  }
  return isRemoved ? <DoneAlert>{t(($) => $.settings.members.removed)}</DoneAlert> : null
}
