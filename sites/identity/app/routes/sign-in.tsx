import { PageHead, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { apiOf, attempt, scopeOf } from '@bollard/site-kit/server'
import { Button, PasswordField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, useSearchParams } from 'react-router'
import { afterSignIn } from '../forms/after-sign-in.server.ts'
import { FormCard } from '../forms/form-card.tsx'
import { usePasswordTexts } from '../forms/password-texts.ts'
import { ProblemAlert } from '../forms/problem-alert.tsx'
import { textOf } from '../forms/text-of.ts'
import type { Route } from './+types/sign-in.ts'

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const email = textOf(form, 'email').trim()
  const answer = await attempt(apiOf(context, request).createSession({ sessionNewDto: { email, password: textOf(form, 'password') } }))
  if (answer.ok) return afterSignIn(scopeOf(context, request), new URL(request.url).searchParams.get('returnTo'))
  return data({ email, problem: answer.problem }, { status: answer.problem.status })
}

export default function SignIn({ actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const passwordTexts = usePasswordTexts()
  const [search] = useSearchParams()
  const query = search.size > 0 ? `?${search}` : ''
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(actionData?.problem, { email: 'email' })
  return (
    <FormCard
      title={t(($) => $.signIn.title)}
      subtitle={t(($) => $.signIn.subtitle)}
      after={
        <>
          <p>
            {t(($) => $.signIn.noAccount)}{' '}
            <Link className="text-link" to={`/${params.language}/sign-up${query}`}>
              {t(($) => $.signIn.toSignUp)}
            </Link>
          </p>
          <p>
            {t(($) => $.signIn.resendHint)}{' '}
            <Link className="text-link" to={`/${params.language}/check-your-mail?resend=1`}>
              {t(($) => $.signIn.toResend)}
            </Link>
          </p>
        </>
      }
    >
      <PageHead title={t(($) => $.signIn.pageTitle)} />
      <Form method="post" className="grid gap-5" {...formProps}>
        <ProblemAlert problem={actionData?.problem} />
        <TextField
          label={t(($) => $.signIn.email)}
          error={errorOf('email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          defaultValue={actionData?.email ?? ''}
        />
        <PasswordField
          label={t(($) => $.signIn.password)}
          error={errorOf('password')}
          name="password"
          autoComplete="current-password"
          required
          texts={passwordTexts}
        />
        <Button type="submit" variant="primary" wide aria-disabled={isSending}>
          {isSending ? t(($) => $.signIn.submitting) : t(($) => $.signIn.submit)}
        </Button>
      </Form>
    </FormCard>
  )
}
