import { PageHead, useIsSending } from '@bollard/site-kit'
import { apiOf, attempt, scopeOf } from '@bollard/site-kit/server'
import { Button, ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { afterSignIn } from '../forms/after-sign-in.server.ts'
import { FormCard } from '../forms/form-card.tsx'
import { ProblemAlert } from '../forms/problem-alert.tsx'
import { textOf } from '../forms/text-of.ts'
import type { Route } from './+types/verify-email.ts'

export const loader = ({ request }: Route.LoaderArgs) => ({ token: new URL(request.url).searchParams.get('token') ?? '' })

/** Only on a click: programs that look through mails open every link in them and would use the token up. */
export async function action({ request, context }: Route.ActionArgs) {
  const token = textOf(await request.formData(), 'token')
  const answer = await attempt(apiOf(context, request).verifyEmail({ emailVerificationDto: { token } }))
  if (answer.ok) return afterSignIn(scopeOf(context, request), null)
  return data({ problem: answer.problem }, { status: answer.problem.status })
}

export default function VerifyEmail({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const code = actionData?.problem.code
  const isDeadLink = loaderData.token === '' || code === 'token-invalid' || code === 'token-expired' || code === 'validation-failed'
  const head = <PageHead hidden title={t(($) => $.verifyEmail.pageTitle)} />
  if (isDeadLink) {
    return (
      <FormCard title={t(($) => $.verifyEmail.failedTitle)} subtitle={t(($) => $.verifyEmail.failedSubtitle)}>
        {head}
        <div className="grid gap-3">
          <ButtonLink variant="primary" wide asChild>
            <Link to={`/${params.language}/check-your-mail?resend=1`}>{t(($) => $.verifyEmail.toResend)}</Link>
          </ButtonLink>
          <ButtonLink wide asChild>
            <Link to={`/${params.language}/sign-in`}>{t(($) => $.verifyEmail.toSignIn)}</Link>
          </ButtonLink>
        </div>
      </FormCard>
    )
  }
  return (
    <FormCard title={t(($) => $.verifyEmail.title)} subtitle={t(($) => $.verifyEmail.subtitle)}>
      {head}
      <Form method="post" className="grid gap-4">
        <ProblemAlert problem={actionData?.problem} />
        <input type="hidden" name="token" value={loaderData.token} />
        <Button type="submit" variant="primary" wide aria-disabled={isSending}>
          {isSending ? t(($) => $.verifyEmail.submitting) : t(($) => $.verifyEmail.submit)}
        </Button>
      </Form>
    </FormCard>
  )
}
