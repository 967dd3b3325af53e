import type { SolutionPlan } from '@bollard/contracts'
import { Moment } from '@bollard/site-kit'
import { Alert, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ChangeForm } from '../frame/change-form.tsx'
import { ReasonField } from '../frame/reason-field.tsx'
import type { IntentAnswer } from '../frame/run-intent.server.ts'
import { overridable } from './overridable.ts'

interface OverrideFormProps {
  plan: Pick<SolutionPlan, 'override' | 'limits'>
  answer: IntentAnswer | undefined
}

/** Limits that hold instead of those of the plan for a while: which do, and a form to set others. */
export function OverrideForm({ plan: { override, limits }, answer }: OverrideFormProps) {
  const { t } = useTranslation()
  return (
    <>
      {override === null ? null : (
        <Alert kind="info" title={t(($) => $.solutions.override)}>
          <p className="mb-3">
            {override.reason} · {t(($) => $.solutions.until)} <Moment at={override.until} show="day" />
          </p>
          <ChangeForm intent="endOverride" submit={t(($) => $.solutions.endOverride)} answer={answer} />
        </Alert>
      )}
      <ChangeForm
        intent="override"
        title={t(($) => $.solutions.setOverride)}
        submit={t(($) => $.solutions.setOverride)}
        answer={answer}
      >
        {(errorOf) => (
          <>
            <p className="text-sm text-ink-2">{t(($) => $.solutions.overrideHint)}</p>
            <div className="grid gap-4 sm:grid-cols-2">
              {overridable.map((name) => (
                <TextField
                  key={name}
                  label={t(($) => $.solutions.limits[name])}
                  name={name}
                  type="number"
                  min={0}
                  placeholder={limits[name]?.toString() ?? ''}
                  error={errorOf(name)}
                />
              ))}
            </div>
            <TextField label={t(($) => $.solutions.until)} name="until" type="date" required error={errorOf('until')} />
            <ReasonField label={t(($) => $.solutions.ownersRead)} error={errorOf('reason') ?? errorOf('limits')} />
          </>
        )}
      </ChangeForm>
    </>
  )
}
