import { ProblemAlert, type ShownProblem, useIsSending } from '@bollard/site-kit'
import { apiOf, attempt, load, proveRedirect, scopeOf, signInRedirect } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, redirect } from 'react-router'
import { textOf } from '../../forms/text-of.ts'
import { nameOf, Person } from '../../people/person.tsx'
import { RoleChoice, roleOf } from '../../people/role-choice.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { useSettings } from '../use-settings.ts'
import { requireId } from '../../request/require-id.server.ts'
import type { Route } from './+types/member.ts'

/** `role` in the address is what was chosen before the person had to prove who they are. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const { items } = await load(context, request, apiOf(context, request).listSolutionMembers({ solutionId }))
  const member = items.find(({ userId }) => userId === params.userId)
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

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const form = await request.formData()
  const { userId, language } = params
  const role = roleOf(form.get('role'))
  const isRemoval = textOf(form, 'do') === 'remove'
  const members = `/${language}/solutions/${solutionId}/settings/members`
  const api = apiOf(context, request)
  const answer = await attempt<unknown>(
    isRemoval
      ? api.removeSolutionMember({ solutionId, userId })
      : api.updateSolutionMember({ solutionId, userId, solutionMemberDto: { role: role ?? 'VIEWER' } }),
  )
  if (answer.ok) {
    const isOwn = textOf(form, 'own') !== ''
    throw redirect(
      isRemoval
        ? isOwn
          ? `/${language}/captchas?left`
          : `${members}?removed`
        : `${members}?changed=${encodeURIComponent(userId)}`,
    )
  }
  const { problem } = answer
  const scope = scopeOf(context, request)
  if (problem.code === 'step-up-required')
    throw proveRedirect(scope, request, `${members}/${encodeURIComponent(userId)}?role=${role ?? ''}`)
  if (problem.status === 401) throw signInRedirect(scope, request)
  return data({ isRemoval, role, problem }, { status: problem.status })
}

export default function SettingsMember({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { solution, userId, base } = useSettings()
  const { member, isLastAdmin, isAlone, admins, chosen } = loaderData
  const name = nameOf(member) ?? t(($) => $.settings.members.gone)
  const isMe = member.userId === userId
  const isAdmin = solution.myRole === 'ADMIN'
  const refused = (isRemoval: boolean) => (actionData?.isRemoval === isRemoval ? actionData.problem : null)
  return (
    <SettingsPage title={name} above={{ label: t(($) => $.settings.pages.members), to: `${base}/members` }}>
      <Card className="flex flex-wrap items-center gap-x-4 gap-y-2 !py-4">
        <span className="mr-auto min-w-0">
          <Person member={member} isMe={isMe} />
        </span>
        <span className="text-sm text-ink-2">{t(($) => $.roles[member.role])}</span>
      </Card>
      {isLastAdmin && isAdmin ? (
        <Alert kind="info" title={t(($) => $.settings.member.lastAdminTitle)}>
          {t(($) => $.settings.member.lastAdmin)}{' '}
          <Link to={isAlone ? `${base}/unsubscribe` : `${base}/members`} className="text-link">
            {isAlone ? t(($) => $.settings.member.toUnsubscribe) : t(($) => $.settings.member.toMembers)}
          </Link>
        </Alert>
      ) : null}
      {isAdmin && !isLastAdmin ? (
        <RoleCard
          chosen={actionData?.role ?? chosen ?? member.role}
          isBack={chosen !== null}
          problem={refused(false)}
        />
      ) : null}
      {(isAdmin || isMe) && !isLastAdmin ? <RemovalCard name={name} isMe={isMe} problem={refused(true)} /> : null}
      {isAdmin || isMe ? null : (
        <p className="text-sm text-ink-2">{t(($) => $.settings.member.onlyAdmins, { admins: admins.join(', ') })}</p>
      )}
    </SettingsPage>
  )
}

function RoleCard({
  chosen,
  isBack,
  problem,
}: {
  chosen: NonNullable<ReturnType<typeof roleOf>>
  isBack: boolean
  problem: ShownProblem | null
}) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.settings.member.roleTitle)} />
      <Form method="post" className="grid gap-5">
        <ProblemAlert problem={problem} words={useWords()} />
        {isBack && problem === null ? <Alert kind="info">{t(($) => $.settings.proven)}</Alert> : null}
        <RoleChoice legend={t(($) => $.settings.members.role)} chosen={chosen} />
        <p className="-mt-2 text-xs text-ink-3">{t(($) => $.settings.member.roleHint)}</p>
        <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
          {isSending ? t(($) => $.settings.saving) : t(($) => $.settings.save)}
        </Button>
      </Form>
    </Card>
  )
}

function RemovalCard({ name, isMe, problem }: { name: string; isMe: boolean; problem: ShownProblem | null }) {
  const { t } = useTranslation()
  const { base } = useSettings()
  const isSending = useIsSending()
  return (
    <Card className="sm:p-6">
      <CardHeader
        title={isMe ? t(($) => $.settings.member.leaveTitle) : t(($) => $.settings.member.removeTitle, { name })}
      />
      <Form method="post" className="grid gap-4">
        <input type="hidden" name="do" value="remove" />
        {isMe ? <input type="hidden" name="own" value="1" /> : null}
        <ProblemAlert problem={problem} words={useWords()} />
        <ul className="grid list-disc gap-1.5 pl-5 text-sm text-ink-2">
          {isMe ? (
            <>
              <li>{t(($) => $.settings.member.leave1)}</li>
              <li>{t(($) => $.settings.member.leave2)}</li>
              <li>{t(($) => $.settings.member.leave3)}</li>
            </>
          ) : (
            <>
              <li>{t(($) => $.settings.member.remove1)}</li>
              <li>{t(($) => $.settings.member.remove2)}</li>
              <li>{t(($) => $.settings.member.remove3)}</li>
            </>
          )}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger" aria-disabled={isSending}>
            {isMe ? t(($) => $.settings.member.leaveSubmit) : t(($) => $.settings.member.removeSubmit)}
          </Button>
          <ButtonLink asChild>
            <Link to={`${base}/members`}>{t(($) => $.settings.member.back)}</Link>
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}

function useWords(): Readonly<Record<string, string>> {
  const { t } = useTranslation()
  return { 'last-admin': t(($) => $.settings.member.lastAdmin), 'not-found': t(($) => $.settings.member.gone) }
}
