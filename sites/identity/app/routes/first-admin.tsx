import { passwordLength } from '@bollard/contracts'
import { ProblemAlert, PageHead, useFieldErrors, useIsSending, textOf } from '@bollard/site-kit'
import { apiOf, attempt, scopeOf } from '@bollard/site-kit/server'
import { Button, ButtonLink, PasswordField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { afterSignIn } from '../sign-in/after-sign-in.server.ts'
import { FormCard } from '../forms/form-card.tsx'
import { usePasswordTexts } from '../forms/password-texts.ts'
import type { Route } from './+types/first-admin.ts'

export const loader = ({ request, context }: Route.LoaderArgs) => ({
  passwordLength,
  token: new URL(request.url).searchParams.get('token') ?? '',
  // The API would refuse it, and this page says why.
  isForwarded: scopeOf(context, request).forwarding === 'untrusted',
})

export async function action({ request, context }: Route.ActionArgs) {
  const { language } = scopeOf(context, request)
  const form = await request.formData()
  const email = textOf(form, 'email').trim()
  const givenName = textOf(form, 'givenName').trim()
  const firstAdminNewDto = {
    token: textOf(form, 'token'),
    email,
    givenName,
    language,
    password: textOf(form, 'password'),
  }
  const answer = await attempt(apiOf(context, request).createFirstAdmin({ firstAdminNewDto }))
  if (answer.ok) return afterSignIn(scopeOf(context, request), request, { isFirst: true })
  return data({ email, givenName, problem: answer.problem }, { status: answer.problem.status })
}

export default function FirstAdmin({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const passwordTexts = usePasswordTexts()
  const {
    token,
    isForwarded,
    passwordLength: { min, max },
  } = loaderData
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(actionData?.problem, { email: 'email' })
  const head = <PageHead hidden title={t(($) => $.firstAdmin.pageTitle)} />
  if (isForwarded) {
    return (
      <FormCard title={t(($) => $.firstAdmin.forwardedTitle)} subtitle={t(($) => $.firstAdmin.forwardedSubtitle)}>
        {head}
      </FormCard>
    )
  }
  if (token === '') {
    return (
      <FormCard title={t(($) => $.firstAdmin.noTokenTitle)} subtitle={t(($) => $.firstAdmin.noTokenSubtitle)}>
        {head}
        <ButtonLink variant="primary" wide asChild>
          <Link to={`/${params.language}/sign-in`}>{t(($) => $.firstAdmin.toSignIn)}</Link>
        </ButtonLink>
      </FormCard>
    )
  }
  return (
    <FormCard title={t(($) => $.firstAdmin.title)} subtitle={t(($) => $.firstAdmin.subtitle)}>
      {head}
      <Form method="post" className="grid gap-5" {...formProps}>
        <ProblemAlert problem={actionData?.problem} />
        <input type="hidden" name="token" value={token} />
        <TextField
          label={t(($) => $.firstAdmin.givenName)}
          error={errorOf('givenName')}
          name="givenName"
          autoComplete="given-name"
          required
          maxLength={60}
          defaultValue={actionData?.givenName ?? ''}
        />
        <TextField
          label={t(($) => $.firstAdmin.email)}
          error={errorOf('email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          defaultValue={actionData?.email ?? ''}
        />
        <PasswordField
          label={t(($) => $.firstAdmin.password)}
          hint={t(($) => $.firstAdmin.passwordHint, { min })}
          error={errorOf('password')}
          name="password"
          autoComplete="new-password"
          required
          minLength={min}
          maxLength={max}
          texts={passwordTexts}
        />
        <Button type="submit" variant="primary" wide aria-disabled={isSending}>
          {isSending ? t(($) => $.firstAdmin.submitting) : t(($) => $.firstAdmin.submit)}
        </Button>
      </Form>
    </FormCard>
  )
}
