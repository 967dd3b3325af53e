import { PageHead, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { apiOf, attempt, scopeOf } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, useSearchParams } from 'react-router'
import { FormCard } from '../forms/form-card.tsx'
import { ProblemAlert } from '../forms/problem-alert.tsx'
import { textOf } from '../forms/text-of.ts'
import type { Route } from './+types/check-your-mail.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { language } = scopeOf(context, request)
  const mails = await attempt(apiOf(context, request).listMails())
  return { mailbox: mails.ok ? `/${language}/mailbox` : null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const email = textOf(await request.formData(), 'email').trim()
  const answer = await attempt(apiOf(context, request).resendEmailVerification({ emailVerificationResendDto: { email } }))
  if (answer.ok) return data({ email, isResent: true, problem: null })
  return data({ email, isResent: false, problem: answer.problem }, { status: answer.problem.status })
}

export default function CheckYourMail({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const email = search.get('email')
  // People who only want the link again come here without a mail just sent.
  const isOnlyResend = search.has('resend')
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(actionData?.problem, { email: 'email' })
  const subtitle = email ? t(($) => $.checkYourMail.subtitle, { email }) : t(($) => $.checkYourMail.subtitleUnknown)
  return (
    <FormCard
      title={isOnlyResend ? t(($) => $.checkYourMail.resendTitle) : t(($) => $.checkYourMail.title)}
      subtitle={isOnlyResend ? t(($) => $.checkYourMail.resendSubtitle) : subtitle}
      after={
        <p>
          <Link className="text-link" to={`/${params.language}/sign-in`}>
            {t(($) => $.checkYourMail.toSignIn)}
          </Link>
        </p>
      }
    >
      <PageHead hidden title={t(($) => $.checkYourMail.pageTitle)} />
      {loaderData.mailbox ? (
        <div className="grid gap-2.5">
          <ButtonLink variant="primary" wide asChild>
            <Link to={loaderData.mailbox}>{t(($) => $.checkYourMail.mailbox)}</Link>
          </ButtonLink>
          <p className="text-xs text-ink-3">{t(($) => $.checkYourMail.mailboxHint)}</p>
        </div>
      ) : null}
      <Form method="post" className="grid gap-4 border-t border-line pt-6" {...formProps}>
        {isOnlyResend ? null : <p className="text-sm text-ink-2">{t(($) => $.checkYourMail.notArrived)}</p>}
        {actionData?.isResent ? <Alert kind="success">{t(($) => $.checkYourMail.resent)}</Alert> : null}
        <ProblemAlert problem={actionData?.problem} />
        <TextField
          label={t(($) => $.checkYourMail.email)}
          error={errorOf('email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={actionData?.email ?? email ?? ''}
        />
        <Button type="submit" wide aria-disabled={isSending}>
          {isSending ? t(($) => $.checkYourMail.resending) : t(($) => $.checkYourMail.resend)}
        </Button>
      </Form>
    </FormCard>
  )
}
