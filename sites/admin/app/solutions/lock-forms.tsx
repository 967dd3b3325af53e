import { type Lock, lockEffects, lockReasons } from '@bollard/contracts'
import { Moment } from '@bollard/site-kit'
import { Card, CardHeader, Checkbox, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ChangeForm } from '../frame/change-form.tsx'
import type { IntentAnswer } from '../frame/run-intent.server.ts'

/** Reasons that billing sets by itself, after notice. */
const ofBilling: readonly string[] = ['PAYMENT_OVERDUE', 'TRIAL_EXPIRED', 'QUOTA_EXCEEDED', 'OWNER_REQUEST']

/** The open locks with a way to remove each, and a form for another one. */
export function LockForms({ locks, answer }: { locks: readonly Lock[]; answer: IntentAnswer | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      {locks.map(({ id, reason, effect, lockedAt, lockedUntil }) => (
        <Card key={id}>
          <CardHeader title={t(($) => $.solutions.reasons[reason])} />
          <p className="mb-3 text-sm text-ink-2">
            {t(($) => $.solutions.effects[effect])} <Moment at={lockedAt} show="day" />
            {lockedUntil === null ? null : (
              <>
                {' – '}
                <Moment at={lockedUntil} show="day" />
              </>
            )}
          </p>
          <ChangeForm intent="unlock" values={{ id }} submit={t(($) => $.solutions.unlock)} answer={answer}>
            {(errorOf) => (
              <TextField label={t(($) => $.solutions.note)} name="note" maxLength={2000} error={errorOf('note')} />
            )}
          </ChangeForm>
        </Card>
      ))}
      <ChangeForm
        intent="lock"
        title={t(($) => $.solutions.lock)}
        submit={t(($) => $.solutions.lock)}
        danger
        answer={answer}
      >
        {(errorOf) => (
          <>
            <SelectField label={t(($) => $.solutions.reason)} name="reason" error={errorOf('reason')}>
              {lockReasons
                .filter((reason) => !ofBilling.includes(reason))
                .map((reason) => (
                  <option key={reason} value={reason}>
                    {t(($) => $.solutions.reasons[reason])}
                  </option>
                ))}
            </SelectField>
            <SelectField
              label={t(($) => $.solutions.effect)}
              hint={t(($) => $.solutions.effectHint)}
              name="effect"
              error={errorOf('effect')}
            >
              {lockEffects.map((effect) => (
                <option key={effect} value={effect}>
                  {t(($) => $.solutions.effects[effect])}
                </option>
              ))}
            </SelectField>
            <TextField
              label={t(($) => $.solutions.note)}
              name="internalNote"
              required
              maxLength={2000}
              error={errorOf('internalNote')}
            />
            <TextField
              label={t(($) => $.solutions.messageEn)}
              name="messageEn"
              maxLength={500}
              error={errorOf('publicMessage')}
            />
            <TextField label={t(($) => $.solutions.messageDe)} name="messageDe" maxLength={500} />
            <Checkbox label={t(($) => $.solutions.notify)} name="notify" defaultChecked />
          </>
        )}
      </ChangeForm>
    </>
  )
}
