import { ProblemAlert, PageHead, useFieldErrors, useIsSending, textOf } from '@bollard/site-kit'
import { apiOf, attempt, scopeOf } from '@bollard/site-kit/server'
import { Button, ButtonLink, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { CaptchaCheck } from '../forms/captcha-check.tsx'
import { captchaTokenOf } from '../forms/captcha-token.ts'
import { FormCard } from '../forms/form-card.tsx'
import type { Route } from './+types/forgot.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { language } = scopeOf(context, request)
  const mails = await attempt(apiOf(context, request).listMails())
  return { mailbox: mails.ok ? `/${language}/mailbox` : null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const email = textOf(form, 'email').trim()
  const answer = await attempt(
    apiOf(context, request).requestPasswordReset({ passwordResetRequestDto: { email, ...captchaTokenOf(form) } }),
  )
  if (answer.ok) return data({ email, problem: null })
  return data({ email, problem: answer.problem }, { status: answer.problem.status })
}

export default function Forgot({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const problem = actionData?.problem
  const { errorOf, formProps } = useFieldErrors(problem, { email: 'email' })
  const toSignIn = (
    <Link className="text-link inline-block py-2.5" to={`/${params.language}/sign-in`}>
      {t(($) => $.forgot.toSignIn)}
    </Link>
  )
  const head = <PageHead title={t(($) => $.forgot.pageTitle)} />
  if (actionData && !problem) {
    return (
      <FormCard
        title={t(($) => $.forgot.sentTitle)}
        subtitle={t(($) => $.forgot.sentSubtitle, { email: actionData.email })}
        after={<p>{toSignIn}</p>}
      >
        {head}
        {loaderData.mailbox ? (
          <ButtonLink variant="primary" wide asChild>
            <Link to={loaderData.mailbox}>{t(($) => $.checkYourMail.mailbox)}</Link>
          </ButtonLink>
        ) : null}
        <p className="text-sm text-ink-2">{t(($) => $.forgot.notArrived)}</p>
        <ButtonLink wide asChild>
          <Link to={`/${params.language}/forgot`}>{t(($) => $.forgot.again)}</Link>
        </ButtonLink>
      </FormCard>
    )
  }
  return (
    <FormCard title={t(($) => $.forgot.title)} subtitle={t(($) => $.forgot.subtitle)} after={<p>{toSignIn}</p>}>
      {head}
      <Form method="post" className="grid gap-5" {...formProps}>
        <ProblemAlert problem={problem} />
        <TextField
          id="email"
          label={t(($) => $.forgot.email)}
          error={errorOf('email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          defaultValue={actionData?.email ?? ''}
        />
        <CaptchaCheck answer={actionData} />
        <Button type="submit" variant="primary" wide aria-disabled={isSending}>
          {isSending ? t(($) => $.forgot.submitting) : t(($) => $.forgot.submit)}
        </Button>
      </Form>
    </FormCard>
  )
}
