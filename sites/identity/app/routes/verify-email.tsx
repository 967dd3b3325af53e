import { ProblemAlert, PageHead, useFieldErrors, useIsSending, textOf } from '@bollard/site-kit'
import { apiOf, attempt, scopeOf } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink, PasswordField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { checkLink } from '../forms/check-link.server.ts'
import { afterSignIn } from '../sign-in/after-sign-in.server.ts'
import { isDeadLink } from '../forms/dead-link.tsx'
import { FormCard } from '../forms/form-card.tsx'
import { usePasswordTexts } from '../forms/password-texts.ts'
import type { Route } from './+types/verify-email.ts'

export const loader = (args: Route.LoaderArgs) =>
  checkLink(args, (api, token) => api.checkEmailVerification({ emailVerificationCheckDto: { token } }))

/** Only on a click: programs that look through mails open every link in them and would use the token up. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const token = textOf(form, 'token')
  const password = textOf(form, 'password')
  const answer = await attempt(
    apiOf(context, request).verifyEmail({ emailVerificationDto: password === '' ? { token } : { token, password } }),
  )
  if (answer.ok) return afterSignIn(scopeOf(context, request), request, { isFirst: true })
  const asksPassword = password !== '' || answer.problem.code === 'password-required'
  return data({ asksPassword, problem: answer.problem }, { status: answer.problem.status })
}

export default function VerifyEmail({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const passwordTexts = usePasswordTexts()
  const isSending = useIsSending()
  const problem = actionData?.problem
  const { errorOf, formProps } = useFieldErrors(problem)
  const head = <PageHead hidden title={t(($) => $.verifyEmail.pageTitle)} />
  if (isDeadLink(loaderData.token, loaderData.problem) || isDeadLink(loaderData.token, problem)) {
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
    <FormCard
      title={t(($) => $.verifyEmail.title)}
      subtitle={actionData?.asksPassword ? null : t(($) => $.verifyEmail.subtitle)}
    >
      {head}
      <Form method="post" className="grid gap-4" {...formProps}>
        {problem?.code === 'password-required' ? (
          <Alert kind="info">{t(($) => $.verifyEmail.otherBrowser)}</Alert>
        ) : (
          <ProblemAlert problem={problem} />
        )}
        <input type="hidden" name="token" value={loaderData.token} />
        {actionData?.asksPassword ? (
          <PasswordField
            label={t(($) => $.verifyEmail.password)}
            error={errorOf('password')}
            name="password"
            autoComplete="current-password"
            required
            texts={passwordTexts}
          />
        ) : null}
        <Button type="submit" variant="primary" wide aria-disabled={isSending}>
          {isSending ? t(($) => $.verifyEmail.submitting) : t(($) => $.verifyEmail.submit)}
        </Button>
      </Form>
    </FormCard>
  )
}
