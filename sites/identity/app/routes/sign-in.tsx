import { ProblemAlert, PageHead, useFieldErrors, useIsSending, textOf } from '@bollard/site-kit'
import { apiOf, attempt, findUser, scopeOf, safeReturnTo } from '@bollard/site-kit/server'
import { Alert, Button, PasswordField, Pill, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, redirect, useSearchParams } from 'react-router'
import { afterSignIn } from '../sign-in/after-sign-in.server.ts'
import { CaptchaCheck } from '../forms/captcha-check.tsx'
import { captchaTokenOf } from '../forms/captcha-token.ts'
import { FormCard } from '../forms/form-card.tsx'
import { lastMethod } from '../sign-in/last-method.server.ts'
import { OrDivider } from '../forms/or-divider.tsx'
import { usePasswordTexts } from '../forms/password-texts.ts'
import { useReferralLink } from '../invitation/use-referral-link.ts'
import { passkeyAnswerOf } from '../passkey/passkey-answer.server.ts'
import { PasskeyForm } from '../passkey/passkey-form.tsx'
import type { Route } from './+types/sign-in.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { site, language } = scopeOf(context, request)
  const user = await findUser(context, request)
  const goOn =
    safeReturnTo(new URL(request.url).searchParams.get('returnTo'), site.urls) ??
    `${site.urls.dashboard}/${language}/dashboard`
  return { signedInAs: user?.email ?? null, goOn, lastMethod: lastMethod(request) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const scope = scopeOf(context, request)
  const api = apiOf(context, request)
  const form = await request.formData()
  const email = textOf(form, 'email').trim()
  const { search, searchParams } = new URL(request.url)
  const passkey = passkeyAnswerOf(form)
  const answer = await attempt(
    passkey
      ? api.createPasskeySession({ passkeySessionDto: passkey })
      : api.createSession({ sessionNewDto: { email, password: textOf(form, 'password'), ...captchaTokenOf(form) } }),
  )
  if (answer.ok) {
    // Whoever has just lost all second factors is asked for a new one first.
    const asksFactor = 'secondFactorsRemoved' in answer.value
    const returnTo = asksFactor
      ? `${scope.site.urls.identity}/${scope.language}/account/security`
      : searchParams.get('returnTo')
    return afterSignIn(scope, request, { method: passkey ? 'passkey' : 'password', returnTo })
  }
  if (answer.problem.code === 'second-factor-required')
    return redirect(`/${scope.language}/sign-in/second-factor${search}`)
  // Once the service has asked for the captcha, it will go on doing so for a while.
  const asksCaptcha = answer.problem.code === 'captcha-failed' || form.get('asksCaptcha') === 'on'
  return data({ email, asksCaptcha, problem: answer.problem }, { status: answer.problem.status })
}

export default function SignIn({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  useReferralLink()
  const passwordTexts = usePasswordTexts()
  const [search] = useSearchParams()
  const kept = new URLSearchParams(search)
  kept.delete('expired')
  kept.delete('reset')
  const query = kept.size > 0 ? `?${kept}` : ''
  const isSending = useIsSending()
  const problem = actionData?.problem
  const { errorOf, formProps } = useFieldErrors(problem, { email: 'email' })
  const labels = { email: t(($) => $.signIn.email), password: t(($) => $.signIn.password) }
  return (
    <FormCard
      title={t(($) => $.signIn.title)}
      subtitle={t(($) => $.signIn.subtitle)}
      after={
        <>
          <p>
            {t(($) => $.signIn.noAccount)}{' '}
            <Link className="text-link inline-block py-2.5" to={`/${params.language}/sign-up${query}`}>
              {t(($) => $.signIn.toSignUp)}
            </Link>
          </p>
          <p>
            {t(($) => $.signIn.resendHint)}{' '}
            <Link className="text-link inline-block py-2.5" to={`/${params.language}/check-your-mail?resend=1`}>
              {t(($) => $.signIn.toResend)}
            </Link>
          </p>
        </>
      }
    >
      <PageHead title={t(($) => $.signIn.pageTitle)} description={t(($) => $.signIn.description)} />
      {loaderData.signedInAs && !actionData ? (
        <Alert kind="info" title={t(($) => $.signIn.signedInAs, { email: loaderData.signedInAs })}>
          <a className="text-link inline-block py-2.5" href={loaderData.goOn}>
            {t(($) => $.signIn.goOn)}
          </a>
        </Alert>
      ) : null}
      {search.has('expired') && !actionData ? <Alert kind="warning">{t(($) => $.signIn.expired)}</Alert> : null}
      {search.has('reset') && !actionData ? <Alert kind="success">{t(($) => $.signIn.passwordChanged)}</Alert> : null}
      <Form method="post" className="grid gap-5" {...formProps}>
        <ProblemAlert
          problem={problem}
          labels={labels}
          errorOf={errorOf}
          words={{ 'captcha-failed': t(($) => $.signIn.captcha) }}
        />
        <TextField
          id="email"
          label={labels.email}
          error={errorOf('email')}
          name="email"
          type="email"
          autoComplete="username webauthn"
          required
          maxLength={254}
          defaultValue={actionData?.email ?? ''}
        />
        <div className="grid gap-1">
          <PasswordField
            id="password"
            label={labels.password}
            error={errorOf('password')}
            name="password"
            autoComplete="current-password"
            required
            texts={passwordTexts}
          />
          <Link className="text-link w-fit py-3 text-sm" to={`/${params.language}/forgot`}>
            {t(($) => $.signIn.forgot)}
          </Link>
        </div>
        {actionData?.asksCaptcha ? (
          <>
            <input type="hidden" name="asksCaptcha" value="on" />
            <CaptchaCheck answer={actionData} />
          </>
        ) : null}
        <Button type="submit" variant="primary" wide aria-disabled={isSending}>
          {isSending ? t(($) => $.signIn.submitting) : t(($) => $.signIn.submit)}
        </Button>
        {loaderData.lastMethod === 'password' ? <LastUsed /> : null}
      </Form>
      <div className="grid gap-6" data-needs-js>
        <OrDivider word={t(($) => $.signIn.or)} />
        <div className="grid gap-2">
          <PasskeyForm autofill label={t(($) => $.signIn.passkey)} />
          {loaderData.lastMethod === 'passkey' ? <LastUsed /> : null}
        </div>
      </div>
    </FormCard>
  )
}

/** Stands below the button that somebody pressed last time. */
function LastUsed() {
  const { t } = useTranslation()
  return (
    <p className="flex justify-center">
      <Pill meaning="info" mark>
        {t(($) => $.signIn.lastUsed)}
      </Pill>
    </p>
  )
}
