import { PageHead, problemText, useIsSending, useSite } from '@bollard/site-kit'
import { apiOf, attempt, findUser, load, scopeOf } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import { writeDay } from '../account/when.ts'
import { FormCard } from '../forms/form-card.tsx'
import { Facts } from '../forms/facts.tsx'
import { FullAlert } from '../invitation/full-alert.tsx'
import { isOwnQuota, OwnQuotaAlert } from '../invitation/own-quota-alert.tsx'
import { dropToken, heldToken } from '../invitation/held-token.server.ts'
import { openLink, switchAccount } from '../invitation/open-link.server.ts'
import { PasteLink } from '../invitation/paste-link.tsx'
import { SignInFirst } from '../invitation/sign-in-first.tsx'
import { useLinkToken } from '../invitation/use-link-token.ts'
import type { Route } from './+types/invitation.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = scopeOf(context, request)
  const { site, language } = scope
  const here = `${site.urls.identity}/${language}/invitation`
  const token = heldToken(request, 'invitation')
  if (token === null) return { here, invitation: null, isUnknown: false, user: null }
  const answer = await attempt(apiOf(context, request).previewInvitation({ invitationPreviewDto: { token } }))
  const isUnknown =
    !answer.ok && (answer.problem.code === 'token-invalid' || answer.problem.code === 'validation-failed')
  if (isUnknown) {
    dropToken(scope, 'invitation')
    return { here, invitation: null, isUnknown, user: null }
  }
  const invitation = answer.ok
    ? answer.value
    : await load(context, request, apiOf(context, request).previewInvitation({ invitationPreviewDto: { token } }))
  const user = await findUser(context, request)
  return { here, invitation, isUnknown, user: user && { email: user.email, timezone: user.timezone } }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const scope = scopeOf(context, request)
  const { site, language } = scope
  const form = await request.formData()
  const intent = form.get('intent')
  if (intent === 'open')
    return (
      openLink(scope, request, form, 'invitation') ??
      data({ state: 'not-a-link' as const, problem: null }, { status: 422 })
    )
  const token = heldToken(request, 'invitation') ?? ''
  if (intent === 'switch')
    return switchAccount(context, request, language, `${site.urls.identity}/${language}/invitation`)
  const api = apiOf(context, request)
  if (intent === 'decline') {
    const answer = await attempt(api.declineInvitation({ invitationDeclineDto: { token } }))
    if (!answer.ok)
      return data({ state: 'refused' as const, problem: answer.problem }, { status: answer.problem.status })
    dropToken(scope, 'invitation')
    return data({ state: 'declined' as const, problem: null })
  }
  const answer = await attempt(api.acceptInvitation({ invitationAcceptanceDto: { token } }))
  if (!answer.ok) return data({ state: 'refused' as const, problem: answer.problem }, { status: answer.problem.status })
  dropToken(scope, 'invitation')
  const { kind, id } = answer.value.to
  const isFirst = new URL(request.url).searchParams.has('firstsignin')
  const path = kind === 'SOLUTION' ? `solutions/${id}/overview` : `organizations/${id}`
  return redirect(`${site.urls.dashboard}/${params.language}/${path}${isFirst ? '?firstsignin=1' : ''}`)
}

export default function Invitation({
  loaderData: { here, invitation, isUnknown, user },
  actionData,
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const link = useLinkToken()
  const isSending = useIsSending()
  const problem = actionData?.problem
  const toDashboard = (
    <ButtonLink wide href={`${urls.dashboard}/${language}/dashboard`}>
      {t(($) => $.invitation.toDashboard)}
    </ButtonLink>
  )
  const head = <PageHead hidden title={`${t(($) => $.invitation.title)} · Bollard`} />
  if (actionData?.state === 'declined') {
    return (
      <FormCard title={t(($) => $.invitation.declinedTitle)} subtitle={t(($) => $.invitation.declinedSubtitle)}>
        {head}
        {toDashboard}
      </FormCard>
    )
  }
  if (link === 'opening' || (invitation === null && !isUnknown)) {
    return (
      <PasteLink
        title={t(($) => $.invitation.title)}
        isRefused={actionData?.state === 'not-a-link'}
        isLooking={link !== 'none'}
      />
    )
  }
  if (invitation === null) {
    return (
      <FormCard title={t(($) => $.invitation.unknownTitle)} subtitle={t(($) => $.invitation.unknownSubtitle)}>
        {head}
        {toDashboard}
      </FormCard>
    )
  }
  const isMember = problem?.code === 'already-member' || invitation.status === 'ACCEPTED'
  const over = isMember ? 'ACCEPTED' : invitation.status
  const until = writeDay(language, user?.timezone ?? 'UTC', invitation.expiresAt)
  const inviter = invitation.inviterName ?? t(($) => $.invitation.somebody)
  if (over !== 'PENDING') {
    return (
      <FormCard
        title={t(($) => $.invitation.over[over].title)}
        subtitle={t(($) => $.invitation.over[over].subtitle, { name: invitation.to.name })}
      >
        {head}
        {toDashboard}
      </FormCard>
    )
  }
  return (
    <FormCard title={t(($) => $.invitation.invites[invitation.to.kind], { inviter, name: invitation.to.name })}>
      {head}
      {problem?.code === 'wrong-account' && user ? (
        <Alert kind="warning" title={t(($) => $.invitation.wrongTitle)}>
          {t(($) => $.invitation.wrongText, { invited: invitation.maskedEmail, email: user.email })}
        </Alert>
      ) : null}
      {isOwnQuota(problem) ? <OwnQuotaAlert /> : null}
      {problem?.code === 'quota-exceeded' && !isOwnQuota(problem) ? (
        <FullAlert to={invitation.to} inviter={invitation.inviterName} until={until} />
      ) : null}
      {problem && problem.code !== 'wrong-account' && problem.code !== 'quota-exceeded' ? (
        <Alert kind="danger" title={problemText(t, problem)} />
      ) : null}
      {invitation.message === '' ? null : (
        <blockquote className="border-s-4 border-amber ps-4 text-ink-2">
          <p className="break-words whitespace-pre-line">{invitation.message}</p>
        </blockquote>
      )}
      <Facts
        facts={[
          [t(($) => $.invitation.from), inviter],
          [t(($) => $.invitation.kinds[invitation.to.kind]), invitation.to.name],
          [t(($) => $.invitation.role), t(($) => $.invitation.roles[invitation.role])],
          [t(($) => $.invitation.to), invitation.maskedEmail],
          [t(($) => $.invitation.until), until],
        ]}
      />
      {user ? (
        <Form method="post" className="grid gap-3">
          <p className="text-sm break-words text-ink-2">{t(($) => $.invitation.signedInAs, { email: user.email })}</p>
          {problem?.code === 'wrong-account' ? null : (
            <Button type="submit" name="intent" value="accept" variant="primary" wide aria-disabled={isSending}>
              {problem?.code === 'quota-exceeded' ? t(($) => $.invitation.full.again) : t(($) => $.invitation.accept)}
            </Button>
          )}
          <Button
            type="submit"
            name="intent"
            value="switch"
            variant={problem?.code === 'wrong-account' ? 'primary' : 'line'}
            wide
            aria-disabled={isSending}
          >
            {t(($) => $.invitation.switch)}
          </Button>
        </Form>
      ) : (
        <SignInFirst here={here} />
      )}
      <Form method="post" className="border-t border-line pt-4">
        <Button type="submit" name="intent" value="decline" variant="quiet" wide aria-disabled={isSending}>
          {t(($) => $.invitation.decline)}
        </Button>
      </Form>
    </FormCard>
  )
}
