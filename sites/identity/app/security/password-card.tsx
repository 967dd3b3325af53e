import { ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, PasswordField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { usePasswordTexts } from '../forms/password-texts.ts'
import type { SecurityAnswer } from './change-security.server.ts'
import { Fold } from './fold.tsx'
import { SecurityCard } from './security-card.tsx'

interface PasswordCardProps {
  changedAt: string
  length: { min: number; max: number }
  answer: SecurityAnswer | null
}

/** Choosing another password ends all other sessions. */
export function PasswordCard({ changedAt, length: { min, max }, answer }: PasswordCardProps) {
  const { t } = useTranslation()
  const passwordTexts = usePasswordTexts()
  const isSending = useIsSending()
  const problem = answer?.problem
  const { errorOf, formProps } = useFieldErrors(problem)
  const labels = {
    currentPassword: t(($) => $.security.password.current),
    newPassword: t(($) => $.security.password.new),
  }
  return (
    <SecurityCard
      title={t(($) => $.security.password.title)}
      about={t(($) => $.security.password.about, { when: changedAt })}
    >
      <Fold
        key={String(answer?.problem === null)}
        label={t(($) => $.security.password.change)}
        isOpen={Boolean(problem)}
      >
        <Form method="post" className="grid gap-4" {...formProps}>
          <ProblemAlert
            problem={problem}
            labels={labels}
            errorOf={errorOf}
            words={{ 'credentials-invalid': t(($) => $.prove.passwordInvalid) }}
          />
          <input type="hidden" name="intent" value="changePassword" />
          <PasswordField
            id="currentPassword"
            label={labels.currentPassword}
            error={
              errorOf('currentPassword') ??
              (problem?.code === 'credentials-invalid' ? t(($) => $.prove.passwordCheck) : undefined)
            }
            name="currentPassword"
            autoComplete="current-password"
            required
            maxLength={max}
            texts={passwordTexts}
          />
          <PasswordField
            id="newPassword"
            label={labels.newPassword}
            hint={t(($) => $.security.password.hint, { min })}
            error={errorOf('newPassword')}
            name="newPassword"
            autoComplete="new-password"
            required
            minLength={min}
            maxLength={max}
            texts={passwordTexts}
          />
          <Button type="submit" variant="primary" className="w-fit" aria-disabled={isSending}>
            {t(($) => $.security.password.submit)}
          </Button>
        </Form>
      </Fold>
    </SecurityCard>
  )
}
