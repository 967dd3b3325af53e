import { ProblemAlert, PageHead, useFieldErrors, useIsSending, textOf } from '@bollard/site-kit'
import { apiOf, attempt, scopeOf } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, useSearchParams } from 'react-router'
import { afterSignIn } from '../sign-in/after-sign-in.server.ts'
import { CodeField } from '../forms/code-field.tsx'
import { digitsOf } from '../forms/digits-of.ts'
import { FormCard } from '../forms/form-card.tsx'
import { ResendButton } from '../forms/resend-button.tsx'
import type { Route } from './+types/check-your-mail.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { language } = scopeOf(context, request)
  const mails = await attempt(apiOf(context, request).listMails())
  const { search } = new URL(request.url)
  // With where to come back to: the code of the mail is typed here.
  return { mailbox: mails.ok ? `/${language}/mailbox${search}` : null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const email = textOf(form, 'email').trim()
  const api = apiOf(context, request)
  if (form.get('intent') === 'resend') {
    const answer = await attempt(api.resendEmailVerification({ emailVerificationResendDto: { email } }))
    if (answer.ok) return data({ of: 'resend' as const, email, problem: null })
    return data({ of: 'resend' as const, email, problem: answer.problem }, { status: answer.problem.status })
  }
  const answer = await attempt(api.confirmEmailCode({ emailCodeDto: { email, code: digitsOf(form, 'code') } }))
  const returnTo = new URL(request.url).searchParams.get('returnTo')
  if (answer.ok) return afterSignIn(scopeOf(context, request), request, { returnTo, isFirst: true })
  return data({ of: 'code' as const, email, problem: answer.problem }, { status: answer.problem.status })
}

export default function CheckYourMail({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const email = search.get('email')
  // People who only want the link again come here without a mail just sent.
  const isOnlyResend = search.has('resend') || email === null
  const query = search.size > 0 ? `?${search}` : ''
  return (
    <FormCard
      title={isOnlyResend ? t(($) => $.checkYourMail.resendTitle) : t(($) => $.checkYourMail.title)}
      subtitle={isOnlyResend ? t(($) => $.checkYourMail.resendSubtitle) : t(($) => $.checkYourMail.subtitle, { email })}
      after={
        <p>
          {isOnlyResend ? null : (
            <>
              {t(($) => $.checkYourMail.wrongAddress)}{' '}
              <Link className="text-link inline-block py-2.5" to={`/${params.language}/sign-up${query}`}>
                {t(($) => $.checkYourMail.changeAddress)}
              </Link>
              {' · '}
            </>
          )}
          <Link
            className="text-link inline-block py-2.5"
            to={`/${params.language}/sign-in${search.has('returnTo') ? query : ''}`}
          >
            {t(($) => $.checkYourMail.toSignIn)}
          </Link>
        </p>
      }
    >
      <PageHead hidden title={t(($) => $.checkYourMail.pageTitle)} />
      {isOnlyResend ? null : <CodeForm email={email} problem={actionData?.of === 'code' ? actionData.problem : null} />}
      {loaderData.mailbox ? (
        <div className="grid gap-2.5">
          <ButtonLink wide asChild>
            <Link to={loaderData.mailbox}>{t(($) => $.checkYourMail.mailbox)}</Link>
          </ButtonLink>
          <p className="text-xs text-ink-3">{t(($) => $.checkYourMail.mailboxHint)}</p>
        </div>
      ) : null}
      <ResendForm email={email} isAlone={isOnlyResend} answer={actionData?.of === 'resend' ? actionData : null} />
    </FormCard>
  )
}

function CodeForm({ email, problem }: { email: string; problem: Problem | null }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem, { code: 'six-digits' })
  return (
    <Form method="post" className="grid gap-4" {...formProps}>
      <ProblemAlert problem={problem} words={{ 'code-invalid': t(($) => $.checkYourMail.codeInvalid) }} />
      <input type="hidden" name="email" value={email} />
      <CodeField
        label={t(($) => $.checkYourMail.code)}
        hint={t(($) => $.checkYourMail.codeHint)}
        error={errorOf('code') ?? (problem?.code === 'code-invalid' ? t(($) => $.checkYourMail.codeCheck) : undefined)}
        name="code"
        isFirst
      />
      <Button type="submit" variant="primary" wide aria-disabled={isSending}>
        {isSending ? t(($) => $.checkYourMail.confirming) : t(($) => $.checkYourMail.confirm)}
      </Button>
    </Form>
  )
}

function ResendForm({
  email,
  isAlone,
  answer,
}: {
  email: string | null
  isAlone: boolean
  answer: { email: string; problem: Problem | null } | null
}) {
  const { t } = useTranslation()
  const { errorOf, formProps } = useFieldErrors(answer?.problem, { email: 'email' })
  return (
    <Form method="post" className={isAlone ? 'grid gap-4' : 'grid gap-4 border-t border-line pt-6'} {...formProps}>
      <input type="hidden" name="intent" value="resend" />
      {isAlone ? null : <p className="text-sm text-ink-2">{t(($) => $.checkYourMail.notArrived)}</p>}
      {answer && !answer.problem ? <Alert kind="success">{t(($) => $.checkYourMail.resent)}</Alert> : null}
      <ProblemAlert problem={answer?.problem} />
      {isAlone ? (
        <TextField
          label={t(($) => $.checkYourMail.email)}
          error={errorOf('email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={answer?.email ?? email ?? ''}
        />
      ) : (
        <input type="hidden" name="email" value={email ?? ''} />
      )}
      <ResendButton waits={!isAlone || (answer !== null && answer.problem === null)} sentAgain={answer} />
    </Form>
  )
}

type Problem = Exclude<NonNullable<Route.ComponentProps['actionData']>['problem'], null>
