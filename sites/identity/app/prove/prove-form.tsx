import { problemText, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Alert, Button, PasswordField } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { CodeField } from '../forms/code-field.tsx'
import { OrDivider } from '../forms/or-divider.tsx'
import { usePasswordTexts } from '../forms/password-texts.ts'
import { PasskeyForm } from '../passkey/passkey-form.tsx'
import type { AskedProof, ProofKind } from './do-proven.server.ts'

/** Asks for the password, a code or a passkey, each in a form that also carries what is to be done afterwards. */
export function ProveForm({ asked: { kinds, tried, pending } }: { asked: AskedProof }) {
  const { t } = useTranslation()
  const problemOf = (kind: ProofKind) => (tried?.kind === kind ? tried.problem : null)
  const carried = pending.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />)
  return (
    <div className="grid gap-6">
      {kinds.includes('PASSKEY') ? (
        <>
          <div className="grid gap-4">
            <Refusal problem={problemOf('PASSKEY')} />
            <PasskeyForm primary label={t(($) => $.prove.passkey)}>
              {carried}
              <input type="hidden" name="proof" value="PASSKEY" />
            </PasskeyForm>
          </div>
          {kinds.length > 1 ? (
            <div data-needs-js>
              <OrDivider word={t(($) => $.signIn.or)} />
            </div>
          ) : null}
        </>
      ) : null}
      {kinds.includes('PASSWORD') ? (
        <PasswordProof problem={problemOf('PASSWORD')} isFirst={!kinds.includes('PASSKEY')}>
          {carried}
        </PasswordProof>
      ) : null}
      {kinds.includes('TOTP') ? (
        <CodeProof problem={problemOf('TOTP')} isAlone={kinds.length === 1}>
          {carried}
        </CodeProof>
      ) : null}
    </div>
  )
}

type Problem = NonNullable<AskedProof['tried']>['problem'] | null

function Refusal({ problem }: { problem: Problem }) {
  const { t } = useTranslation()
  if (!problem) return null
  const words: Readonly<Record<string, string>> = {
    'credentials-invalid': t(($) => $.prove.passwordInvalid),
    'code-invalid': t(($) => $.secondFactor.codeInvalid),
  }
  return <Alert kind="danger" title={words[problem.code] ?? problemText(t, problem)} />
}

function PasswordProof({ problem, isFirst, children }: { problem: Problem; isFirst: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const passwordTexts = usePasswordTexts()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem)
  return (
    <Form method="post" className="grid gap-4" {...formProps}>
      <Refusal problem={problem} />
      {children}
      <input type="hidden" name="proof" value="PASSWORD" />
      <PasswordField
        id="proofPassword"
        label={t(($) => $.prove.password)}
        error={
          errorOf('proofPassword') ??
          (problem?.code === 'credentials-invalid' ? t(($) => $.prove.passwordCheck) : undefined)
        }
        name="proofPassword"
        autoComplete="current-password"
        required
        maxLength={128}
        texts={passwordTexts}
      />
      <Button type="submit" variant={isFirst ? 'primary' : 'line'} wide aria-disabled={isSending}>
        {isSending ? t(($) => $.prove.submitting) : t(($) => $.prove.submit)}
      </Button>
    </Form>
  )
}

function CodeProof({ problem, isAlone, children }: { problem: Problem; isAlone: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem, { proofCode: 'six-digits' })
  return (
    <details open={problem || isAlone ? true : undefined} className="border-t border-line pt-3">
      <summary className="text-link flex min-h-11 w-fit items-center text-sm">{t(($) => $.prove.useCode)}</summary>
      <Form method="post" className="grid gap-4 pt-3" {...formProps}>
        <Refusal problem={problem} />
        {children}
        <input type="hidden" name="proof" value="TOTP" />
        <CodeField
          label={t(($) => $.secondFactor.code)}
          error={
            errorOf('proofCode') ?? (problem?.code === 'code-invalid' ? t(($) => $.secondFactor.codeCheck) : undefined)
          }
          name="proofCode"
        />
        <Button type="submit" wide aria-disabled={isSending}>
          {isSending ? t(($) => $.prove.submitting) : t(($) => $.prove.submit)}
        </Button>
      </Form>
    </details>
  )
}
