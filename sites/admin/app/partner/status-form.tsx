import { SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ChangeForm } from '../frame/change-form.tsx'
import type { IntentAnswer } from '../frame/run-intent.server.ts'

interface StatusFormProps<Status extends string> {
  intent: string
  /** Of the payout or the commission. */
  id: string
  /** Those that an operator can set. */
  statuses: readonly Status[]
  wordOf: (status: Status) => string
  answer: IntentAnswer | undefined
}

/** Sets what became of a payout or a commission, and says why where that needs a word. */
export function StatusForm<Status extends string>({ intent, id, statuses, wordOf, answer }: StatusFormProps<Status>) {
  const { t } = useTranslation()
  return (
    <ChangeForm intent={intent} values={{ id }} submit={t(($) => $.partner.setState)} answer={answer}>
      {(errorOf) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label={t(($) => $.billing.status)} name="status" error={errorOf('status')}>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {wordOf(status)}
              </option>
            ))}
          </SelectField>
          <TextField label={t(($) => $.billing.reason)} name="reason" maxLength={200} error={errorOf('reason')} />
        </div>
      )}
    </ChangeForm>
  )
}
