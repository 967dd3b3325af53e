import { ProblemAlert, type ShownProblem, useFieldErrors, useFormats, useIsSending } from '@bollard/site-kit'
import { Alert, Button, Card, CardHeader, Checkbox, SelectField, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { ChoiceCards } from '../../forms/choice-cards.tsx'
import { HeldBy } from '../../forms/held-by.tsx'
import type { TypedDeletion } from './change-lifecycle.server.ts'

export interface DeletionFormProps {
  label: string
  reasons: readonly Exclude<TypedDeletion['reason'], ''>[]
  /** When a cancellation takes hold; null where the only choice left is at once. */
  paidUntil: string | null
  /** When what is left would be erased if it ended now, and if it ended at the end of the period. */
  erasedAt: { now: string; later: string | null }
  typed: TypedDeletion | null
  isBack: boolean
  problem: ShownProblem | null
}

export function DeletionForm({ label, reasons, paidUntil, erasedAt, typed, isBack, problem }: DeletionFormProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem)
  const isOther =
    problem?.errors?.some(({ pointer, code }) => pointer === '/confirmLabel' && code === 'invalid-value') === true &&
    typed?.confirmLabel !== ''
  const chosen = typed?.effective ?? (paidUntil === null ? 'IMMEDIATE' : 'END_OF_PERIOD')
  const choices = [
    ...(paidUntil === null || erasedAt.later === null
      ? []
      : [
          {
            value: 'END_OF_PERIOD',
            name: t(($) => $.settings.unsubscribe.later.name, { date: formats.day(paidUntil) }),
            about: t(($) => $.settings.unsubscribe.later.about, { date: formats.day(erasedAt.later) }),
          },
        ]),
    {
      value: 'IMMEDIATE',
      name: t(($) => $.settings.unsubscribe.now.name),
      about: t(($) => $.settings.unsubscribe.now.about, { date: formats.day(erasedAt.now) }),
    },
  ]
  const confirmError = errorOf('confirmLabel')
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.settings.unsubscribe.formTitle)} />
      <Form method="post" className="grid max-w-[34rem] gap-5" {...formProps}>
        <HeldBy />
        <input type="hidden" name="do" value="delete" />
        <ProblemAlert
          problem={problem}
          words={{
            'state-conflict': t(($) => $.settings.unsubscribe.conflict),
            'role-too-low': t(($) => $.settings.unsubscribe.onlyAdminsShort),
          }}
        />
        {isBack && problem === null ? <Alert kind="info">{t(($) => $.settings.proven)}</Alert> : null}
        <ChoiceCards
          legend={t(($) => $.settings.unsubscribe.when)}
          name="effective"
          choices={choices}
          chosen={chosen}
        />
        <SelectField
          id="reason"
          label={t(($) => $.settings.unsubscribe.reason)}
          aside={t(($) => $.settings.optional)}
          name="reason"
          defaultValue={typed?.reason ?? ''}
        >
          <option value="">{t(($) => $.settings.unsubscribe.noReason)}</option>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(($) => $.settings.unsubscribe.reasons[reason])}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          id="comment"
          label={t(($) => $.settings.unsubscribe.comment)}
          aside={t(($) => $.settings.optional)}
          error={errorOf('comment')}
          name="comment"
          rows={2}
          maxLength={1000}
          defaultValue={typed?.comment ?? ''}
        />
        <Checkbox
          name="exportRequested"
          defaultChecked={typed?.exportRequested ?? false}
          className="-my-2"
          label={t(($) => $.settings.unsubscribe.withExport)}
        />
        <TextField
          id="confirmLabel"
          label={t(($) => $.settings.unsubscribe.confirm)}
          hint={t(($) => $.settings.unsubscribe.confirmHint, { label })}
          error={
            confirmError !== undefined && isOther
              ? t(($) => $.settings.unsubscribe.confirmOther, { label })
              : confirmError
          }
          name="confirmLabel"
          required
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={typed?.confirmLabel ?? ''}
        />
        <Button type="submit" variant="danger" className="justify-self-start" aria-disabled={isSending}>
          {isSending ? t(($) => $.settings.unsubscribe.submitting) : t(($) => $.settings.unsubscribe.submit)}
        </Button>
        <p className="-mt-2 text-xs text-ink-3">{t(($) => $.settings.unsubscribe.submitHint)}</p>
      </Form>
    </Card>
  )
}
