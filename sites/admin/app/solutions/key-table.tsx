import type { ApiKey } from '@bollard/contracts'
import { Moment } from '@bollard/site-kit'
import { Card, CardHeader, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ChangeForm } from '../frame/change-form.tsx'
import { ReasonField } from '../frame/reason-field.tsx'
import type { IntentAnswer } from '../frame/run-intent.server.ts'

/** API keys of a solution; those that work can be revoked with a reason, which its admins get by mail. */
export function KeyTable({ keys, answer }: { keys: readonly ApiKey[]; answer: IntentAnswer | undefined }) {
  const { t } = useTranslation()
  return (
    <Card>
      <CardHeader title={t(($) => $.solutions.keys)} />
      {keys.length === 0 ? <p className="text-sm text-ink-2">{t(($) => $.solutions.noKeys)}</p> : null}
      <ul className="grid gap-4">
        {keys.map(({ id, name, prefix, last4, state, lastUsedAt }) => (
          <li key={id} className="grid gap-2 border-b border-line pb-4 last:border-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <span className="font-[560]">{name}</span>
              <code>
                {prefix}…{last4}
              </code>
              <Pill meaning={state === 'ACTIVE' ? 'human' : 'neutral'}>{t(($) => $.solutions.keyStates[state])}</Pill>
              {lastUsedAt === null ? null : <Moment at={lastUsedAt} show="day" className="text-ink-3" />}
            </p>
            {state === 'ACTIVE' ? (
              <ChangeForm
                intent="revokeKey"
                values={{ id }}
                submit={t(($) => $.solutions.revokeKey)}
                danger
                answer={answer}
              >
                {(errorOf) => <ReasonField label={t(($) => $.solutions.adminsRead)} error={errorOf('reason')} />}
              </ChangeForm>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
