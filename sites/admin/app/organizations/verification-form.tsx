import { evidenceKinds, type OrganizationEvidence } from '@bollard/contracts'
import { Moment } from '@bollard/site-kit'
import { Card, CardHeader, Pill, SelectField, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ChangeForm } from '../frame/change-form.tsx'
import type { IntentAnswer } from '../frame/run-intent.server.ts'

interface VerificationFormProps {
  evidence: readonly OrganizationEvidence[]
  answer: IntentAnswer | undefined
}

/** What an organization handed in as evidence, and the decision about it. */
export function VerificationForm({ evidence, answer }: VerificationFormProps) {
  const { t } = useTranslation()
  return (
    <>
      <Card>
        <CardHeader title={t(($) => $.organizations.evidence)} />
        {evidence.length === 0 ? <p className="text-sm text-ink-2">{t(($) => $.organizations.noEvidence)}</p> : null}
        <ul className="grid gap-3 text-sm">
          {evidence.map(({ id, kind, status, details, createdAt }) => (
            <li key={id} className="grid gap-1">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-[560]">{t(($) => $.organizations.evidenceKinds[kind])}</span>
                <Pill meaning={status === 'CONFIRMED' ? 'human' : status === 'REFUSED' ? 'bot' : 'info'}>
                  {t(($) => $.organizations.evidenceStates[status])}
                </Pill>
                <Moment at={createdAt} show="day" className="text-ink-3" />
              </p>
              {Object.entries(details).map(([name, value]) => (
                <p key={name} className="text-ink-2 [overflow-wrap:anywhere]">
                  {name}: {value}
                </p>
              ))}
            </li>
          ))}
        </ul>
      </Card>
      <ChangeForm
        intent="verify"
        title={t(($) => $.organizations.decide)}
        submit={t(($) => $.organizations.decide)}
        answer={answer}
      >
        {(errorOf) => (
          <>
            <SelectField label={t(($) => $.organizations.decision)} name="decision" error={errorOf('decision')}>
              {(['APPROVE', 'REJECT', 'REVOKE'] as const).map((decision) => (
                <option key={decision} value={decision}>
                  {t(($) => $.organizations.decisions[decision])}
                </option>
              ))}
            </SelectField>
            <SelectField label={t(($) => $.organizations.checked)} name="evidenceKind">
              {evidenceKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(($) => $.organizations.evidenceKinds[kind])}
                </option>
              ))}
            </SelectField>
            <TextField
              label={t(($) => $.organizations.seen)}
              hint={t(($) => $.organizations.seenHint)}
              name="evidenceNote"
              maxLength={300}
              error={errorOf('evidence')}
            />
            <TextAreaField
              label={t(($) => $.organizations.refusal)}
              hint={t(($) => $.organizations.refusalHint)}
              name="reason"
              maxLength={500}
              error={errorOf('reason')}
            />
          </>
        )}
      </ChangeForm>
    </>
  )
}
