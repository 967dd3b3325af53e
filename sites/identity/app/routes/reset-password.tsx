import { passwordLength } from '@bollard/contracts'
import { ProblemAlert, PageHead, useFieldErrors, useIsSending, textOf } from '@bollard/site-kit'
import { apiOf, attempt } from '@bollard/site-kit/server'
import { Alert, Button, PasswordField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import { checkLink } from '../forms/check-link.server.ts'
import { DeadLink, isDeadLink } from '../forms/dead-link.tsx'
import { FormCard } from '../forms/form-card.tsx'
import { usePasswordTexts } from '../forms/password-texts.ts'
import { FactorCode, FactorPasskey } from '../second-factor/factor-fields.tsx'
import { factorsNamedBy, isFactor } from '../second-factor/factors-named-by.ts'
import { addedFactorOf } from '../second-factor/second-factor-of.server.ts'
import type { Route } from './+types/reset-password.ts'

export async function loader(args: Route.LoaderArgs) {
  const link = await checkLink(args, (api, token) => api.checkPasswordReset({ passwordResetCheckDto: { token } }))
  return { passwordLength, link }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData()
  const [token, password] = [textOf(form, 'token'), textOf(form, 'password')]
  const secondFactor = addedFactorOf(form)
  const answer = await attempt(
    apiOf(context, request).resetPassword({
      passwordResetDto: { token, password, ...(secondFactor && { secondFactor }) },
    }),
  )
  if (answer.ok) return redirect(`/${params.language}/sign-in?reset=1`)
  const named = factorsNamedBy(answer.problem)
  const factors = named.length > 0 ? named : textOf(form, 'factors').split(',').filter(isFactor)
  return data({ factors, problem: answer.problem }, { status: answer.problem.status })
}

export default function Reset({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const passwordTexts = usePasswordTexts()
  const isSending = useIsSending()
  const problem = actionData?.problem
  const { errorOf, formProps } = useFieldErrors(problem)
  const { link } = loaderData
  const { min, max } = loaderData.passwordLength
  const head = <PageHead hidden title={t(($) => $.reset.pageTitle)} />
  if (isDeadLink(link.token, link.problem) || isDeadLink(link.token, problem)) {
    return (
      <DeadLink
        title={t(($) => $.reset.deadTitle)}
        subtitle={t(($) => $.reset.deadSubtitle)}
        action={t(($) => $.reset.again)}
        to={`/${params.language}/forgot`}
      >
        {head}
      </DeadLink>
    )
  }
  const factors = actionData?.factors ?? []
  return (
    <FormCard title={t(($) => $.reset.title)} subtitle={t(($) => $.reset.subtitle)}>
      {head}
      <Form method="post" className="grid gap-5" {...formProps}>
        {problem?.code === 'second-factor-required' ? (
          <Alert kind="info" title={t(($) => $.reset.factorTitle)}>
            {t(($) => $.reset.factorText)}
          </Alert>
        ) : (
          <ProblemAlert problem={problem} words={{ 'code-invalid': t(($) => $.secondFactor.codeInvalid) }} />
        )}
        <input type="hidden" name="token" value={link.token} />
        <input type="hidden" name="factors" value={factors.join(',')} />
        <PasswordField
          id="password"
          label={t(($) => $.reset.password)}
          hint={t(($) => $.signUp.passwordHint, { min })}
          error={errorOf('password')}
          name="password"
          autoComplete="new-password"
          required
          minLength={min}
          maxLength={max}
          texts={passwordTexts}
        />
        <FactorCode factors={factors} problem={problem} />
        <Button type="submit" variant="primary" wide aria-disabled={isSending}>
          {isSending ? t(($) => $.reset.submitting) : t(($) => $.reset.submit)}
        </Button>
        <FactorPasskey factors={factors} />
      </Form>
    </FormCard>
  )
}
