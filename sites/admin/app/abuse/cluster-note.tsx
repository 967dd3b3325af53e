import { type AbuseCluster, type ClusterKind } from '@bollard/contracts'
import { Moment } from '@bollard/site-kit'
import { Pill, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ChangeForm } from '../frame/change-form.tsx'
import type { IntentAnswer } from '../frame/run-intent.server.ts'
import { useMayChange } from '../frame/use-operator.ts'
import { useOperatorName } from '../frame/use-operator-name.ts'

export const noteDays = [7, 30, 90, 365] as const

/** What operators know of a cluster, and in change mode the forms that say or forget it. */
export function ClusterNote({
  cluster: { value, note },
  by,
  names,
  answer,
}: {
  cluster: AbuseCluster
  by: ClusterKind
  names: Readonly<Record<string, string>>
  answer: IntentAnswer | undefined
}) {
  const { t } = useTranslation()
  const nameOf = useOperatorName(names)
  const mayChange = useMayChange()
  return (
    <div className="grid max-w-[22rem] min-w-[14rem] gap-2 whitespace-normal [overflow-wrap:anywhere]">
      {note === null ? null : (
        <div className="grid gap-1 text-sm">
          <span>
            <Pill meaning="human">{t(($) => $.abuse.note.known)}</Pill> {t(($) => $.abuse.note.until)}{' '}
            <Moment at={note.until} show="day" />
          </span>
          <span>{note.note}</span>
          <span className="text-ink-2">{nameOf(note.notedBy)}</span>
          <ChangeForm
            intent="forget"
            values={{ id: value, by }}
            submit={t(($) => $.abuse.note.remove)}
            answer={answer}
          />
        </div>
      )}
      {mayChange ? (
        <details open={answer?.intent === 'note' && answer.target === value && answer.problem !== null}>
          <summary className="inline-flex min-h-8 cursor-pointer items-center text-sm text-link touch:min-h-11">
            {note === null ? t(($) => $.abuse.note.add) : t(($) => $.abuse.note.replace)}
          </summary>
          <div className="mt-2">
            <ChangeForm intent="note" values={{ id: value, by }} submit={t(($) => $.abuse.note.save)} answer={answer}>
              {(errorOf) => (
                <>
                  <TextField
                    label={t(($) => $.abuse.note.label)}
                    id={`note-${value}`}
                    name="note"
                    required
                    minLength={3}
                    maxLength={200}
                    error={errorOf('note')}
                  />
                  <SelectField
                    label={t(($) => $.abuse.note.for)}
                    id={`days-${value}`}
                    name="days"
                    defaultValue={30}
                    error={errorOf('until')}
                  >
                    {noteDays.map((days) => (
                      <option key={days} value={days}>
                        {t(($) => $.abuse.note.days, { days })}
                      </option>
                    ))}
                  </SelectField>
                </>
              )}
            </ChangeForm>
          </div>
        </details>
      ) : null}
      {note === null && !mayChange ? '–' : null}
    </div>
  )
}
