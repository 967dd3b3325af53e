import { passwordLength } from '@bollard/contracts'
import {
  type LegalDocument,
  ProblemAlert,
  PageHead,
  useFieldErrors,
  useIsSending,
  useSite,
  textOf,
} from '@bollard/site-kit'
import { advertisingTokenOf, apiOf, attempt, scopeOf } from '@bollard/site-kit/server'
import { Button, Checkbox, PasswordField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, redirect, useSearchParams } from 'react-router'
import { BrowserTimezone } from '../forms/browser-timezone.tsx'
import { CaptchaCheck } from '../forms/captcha-check.tsx'
import { captchaTokenOf } from '../forms/captcha-token.ts'
import { FormCard } from '../forms/form-card.tsx'
import { usePasswordTexts } from '../forms/password-texts.ts'
import type { Route } from './+types/sign-up.ts'

/** Through the loader, because the contracts' module would bring its validator into the browser. */
export const loader = () => ({ passwordLength })

export async function action({ request, context }: Route.ActionArgs) {
  const { language } = scopeOf(context, request)
  const form = await request.formData()
  const email = textOf(form, 'email').trim()
  const givenName = textOf(form, 'givenName').trim()
  const hasAccepted = form.get('acceptedTerms') === 'on'
  const termsVersion = textOf(form, 'termsVersion')
  const timezone = textOf(form, 'timezone')
  const advertisingTokenId = advertisingTokenOf(request)
  const accountNewDto = {
    email,
    givenName,
    language,
    password: textOf(form, 'password'),
    ...(termsVersion === '' ? {} : { acceptedTerms: asSent(hasAccepted), termsVersion }),
    ...(timezone === '' ? {} : { timezone }),
    ...(advertisingTokenId === null ? {} : { advertisingTokenId }),
    ...captchaTokenOf(form),
  }
  const answer = await attempt(apiOf(context, request).createAccount({ accountNewDto }))
  if (!answer.ok)
    return data({ email, givenName, hasAccepted, problem: answer.problem }, { status: answer.problem.status })
  const search = new URL(request.url).searchParams
  search.set('email', answer.value.email)
  return redirect(`/${language}/check-your-mail?${search}`)
}

/** The contract takes nothing but true. A missing tick is sent as it is, so that the service names it together with every other fault. */
function asSent(hasAccepted: boolean): true {
  return hasAccepted as true
}

export default function SignUp({ actionData, loaderData, params }: Route.ComponentProps) {
  const { min, max } = loaderData.passwordLength
  const { t } = useTranslation()
  const passwordTexts = usePasswordTexts()
  const [search] = useSearchParams()
  const isSending = useIsSending()
  const { legal } = useSite()
  const problem = actionData?.problem
  const { errorOf, formProps } = useFieldErrors(problem, { email: 'email', acceptedTerms: 'terms' })
  const labels = {
    givenName: t(($) => $.signUp.givenName),
    email: t(($) => $.signUp.email),
    password: t(($) => $.signUp.password),
    acceptedTerms: t(($) => $.signUp.termsShort),
  }
  return (
    <FormCard
      title={t(($) => $.signUp.title)}
      subtitle={t(($) => $.signUp.subtitle)}
      after={
        <p>
          {t(($) => $.signUp.haveAccount)}{' '}
          <Link
            className="text-link inline-block py-2.5"
            to={`/${params.language}/sign-in${search.size > 0 ? `?${search}` : ''}`}
          >
            {t(($) => $.signUp.toSignIn)}
          </Link>
        </p>
      }
    >
      <PageHead title={t(($) => $.signUp.pageTitle)} description={t(($) => $.signUp.description)} />
      <Form method="post" className="grid gap-5" {...formProps}>
        <ProblemAlert problem={problem} labels={labels} errorOf={errorOf} />
        <TextField
          id="givenName"
          label={labels.givenName}
          error={errorOf('givenName')}
          name="givenName"
          autoComplete="given-name"
          required
          maxLength={60}
          defaultValue={actionData?.givenName ?? ''}
        />
        <TextField
          id="email"
          label={labels.email}
          hint={t(($) => $.signUp.emailHint)}
          error={errorOf('email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          defaultValue={actionData?.email ?? search.get('email') ?? ''}
        />
        <PasswordField
          id="password"
          label={labels.password}
          hint={t(($) => $.signUp.passwordHint, { min })}
          error={errorOf('password')}
          name="password"
          autoComplete="new-password"
          required
          minLength={min}
          maxLength={max}
          texts={passwordTexts}
        />
        {legal.terms === undefined ? null : (
          <>
            <input type="hidden" name="termsVersion" value={legal.terms.version} />
            <Checkbox
              id="acceptedTerms"
              label={<WithLink document={legal.terms} texts={t(($) => $.signUp.terms, { returnObjects: true })} />}
              error={errorOf('acceptedTerms')}
              name="acceptedTerms"
              required
              defaultChecked={actionData?.hasAccepted ?? false}
            />
          </>
        )}
        {legal.privacy === undefined ? null : (
          <p className="text-sm text-ink-2">
            <WithLink document={legal.privacy} texts={t(($) => $.signUp.privacy, { returnObjects: true })} />
          </p>
        )}
        <BrowserTimezone name="timezone" />
        <CaptchaCheck answer={actionData} />
        <Button type="submit" variant="primary" wide aria-disabled={isSending}>
          {isSending ? t(($) => $.signUp.submitting) : t(($) => $.signUp.submit)}
        </Button>
      </Form>
    </FormCard>
  )
}

interface WithLinkProps {
  document: LegalDocument
  texts: { before: string; link: string; after: string }
}

/** The link opens in a window of its own, so that nothing is lost that was typed here. */
function WithLink({ document: { url }, texts: { before, link, after } }: WithLinkProps) {
  return (
    <>
      {before}{' '}
      <a href={url} target="_blank" rel="noreferrer" className="text-link">
        {link}
      </a>
      {/^\w/u.test(after) ? ` ${after}` : after}
    </>
  )
}
