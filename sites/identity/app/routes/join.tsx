import { PageHead, problemText, useIsSending, useSite } from '@bollard/site-kit'
import { apiOf, attempt, findUser, load, scopeOf } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import { writeDay } from '../account/when.ts'
import { FormCard } from '../forms/form-card.tsx'
import { Facts } from '../forms/facts.tsx'
import { dropToken, heldToken } from '../invitation/held-token.server.ts'
import { openLink, switchAccount } from '../invitation/open-link.server.ts'
import { isOwnQuota, OwnQuotaAlert } from '../invitation/own-quota-alert.tsx'
import { PasteLink } from '../invitation/paste-link.tsx'
import { SignInFirst } from '../invitation/sign-in-first.tsx'
import { useLinkToken } from '../invitation/use-link-token.ts'
import type { Route } from './+types/join.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = scopeOf(context, request)
  const { site, language } = scope
  const here = `${site.urls.identity}/${language}/join`
  const token = heldToken(request, 'join')
  if (token === null) return { here, offer: null, isUnknown: false, user: null, customerPage: '' }
  const answer = await attempt(apiOf(context, request).previewInviteToken({ inviteTokenPreviewDto: { token } }))
  const isUnknown = !answer.ok && ['token-invalid', 'token-expired', 'validation-failed'].includes(answer.problem.code)
  if (isUnknown) {
    dropToken(scope, 'join')
    return { here, offer: null, isUnknown, user: null, customerPage: '' }
  }
  const offer = answer.ok
    ? answer.value
    : await load(context, request, apiOf(context, request).previewInviteToken({ inviteTokenPreviewDto: { token } }))
  const user = await findUser(context, request)
  // Some links are made for new customers of an organization, who need them where a solution is made.
  const customerPage = `${site.urls.dashboard}/${language}/solution-creation#inviteToken=${encodeURIComponent(token)}`
  return { here, offer, isUnknown, user: user && { email: user.email, timezone: user.timezone }, customerPage }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const scope = scopeOf(context, request)
  const { site, language } = scope
  const form = await request.formData()
  const intent = form.get('intent')
  if (intent === 'open')
    return (
      openLink(scope, request, form, 'join') ?? data({ state: 'not-a-link' as const, problem: null }, { status: 422 })
    )
  if (intent === 'switch') return switchAccount(context, request, language, `${site.urls.identity}/${language}/join`)
  const token = heldToken(request, 'join') ?? ''
  const answer = await attempt(apiOf(context, request).redeemInviteToken({ inviteTokenRedemptionDto: { token } }))
  if (!answer.ok) return data({ state: 'refused' as const, problem: answer.problem }, { status: answer.problem.status })
  dropToken(scope, 'join')
  const isFirst = new URL(request.url).searchParams.has('firstsignin')
  return redirect(
    `${site.urls.dashboard}/${params.language}/organizations/${answer.value.organizationId}${isFirst ? '?firstsignin=1' : ''}`,
  )
}

export default function Join({
  loaderData: { here, offer, isUnknown, user, customerPage },
  actionData,
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const link = useLinkToken()
  const isSending = useIsSending()
  const problem = actionData?.problem
  const head = <PageHead hidden title={`${t(($) => $.join.title)} · Bollard`} />
  const toDashboard = (
    <ButtonLink wide href={`${urls.dashboard}/${language}/dashboard`}>
      {t(($) => $.invitation.toDashboard)}
    </ButtonLink>
  )
  if (link === 'opening' || (offer === null && !isUnknown)) {
    return (
      <PasteLink
        title={t(($) => $.join.title)}
        isRefused={actionData?.state === 'not-a-link'}
        isLooking={link !== 'none'}
      />
    )
  }
  if (offer === null) {
    return (
      <FormCard title={t(($) => $.join.unknownTitle)} subtitle={t(($) => $.join.unknownSubtitle)}>
        {head}
        {toDashboard}
      </FormCard>
    )
  }
  const { name, verified } = offer.organization
  if (problem?.code === 'already-member') {
    return (
      <FormCard
        title={t(($) => $.invitation.over.ACCEPTED.title)}
        subtitle={t(($) => $.invitation.over.ACCEPTED.subtitle, { name })}
      >
        {head}
        {toDashboard}
      </FormCard>
    )
  }
  if (offer.purpose === 'REFERRAL') {
    return (
      <FormCard title={t(($) => $.join.referralTitle, { name })} subtitle={t(($) => $.join.referralSubtitle, { name })}>
        {head}
        {user ? (
          <ButtonLink variant="primary" wide href={customerPage}>
            {t(($) => $.join.toCreation)}
          </ButtonLink>
        ) : (
          // A sign-in on the way there would lose the token, which waits here meanwhile.
          <SignInFirst here={here} />
        )}
      </FormCard>
    )
  }
  return (
    <FormCard title={t(($) => $.join.joins, { name })} subtitle={t(($) => $.join.subtitle)}>
      {head}
      {isOwnQuota(problem) ? <OwnQuotaAlert /> : null}
      {problem?.code === 'quota-exceeded' && !isOwnQuota(problem) ? (
        <Alert kind="warning" title={t(($) => $.join.fullTitle, { name })}>
          {t(($) => $.join.fullText)}
        </Alert>
      ) : null}
      {problem && problem.code !== 'quota-exceeded' ? <Alert kind="danger" title={problemText(t, problem)} /> : null}
      <Facts
        facts={[
          [t(($) => $.invitation.kinds.ORGANIZATION), name],
          [t(($) => $.join.checked), verified ? t(($) => $.join.isChecked) : t(($) => $.join.isNotChecked)],
          [t(($) => $.invitation.role), t(($) => $.invitation.roles[offer.role ?? 'VIEWER'])],
          [
            t(($) => $.invitation.until),
            offer.expiresAt === null
              ? t(($) => $.join.always)
              : writeDay(language, user?.timezone ?? 'UTC', offer.expiresAt),
          ],
        ]}
      />
      {user ? (
        <Form method="post" className="grid gap-3">
          <p className="text-sm break-words text-ink-2">{t(($) => $.invitation.signedInAs, { email: user.email })}</p>
          <Button type="submit" name="intent" value="join" variant="primary" wide aria-disabled={isSending}>
            {t(($) => $.join.submit)}
          </Button>
          <Button type="submit" name="intent" value="switch" wide aria-disabled={isSending}>
            {t(($) => $.invitation.switch)}
          </Button>
        </Form>
      ) : (
        <SignInFirst here={here} />
      )}
    </FormCard>
  )
}
