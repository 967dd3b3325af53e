import { type FieldVerdictAnswer, formFieldsMax } from '@bollard/contracts'
import { ProblemAlert, type ShownProblem, useFieldErrors } from '@bollard/site-kit'
import { Card, FieldError, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { ChoiceCards } from '../../forms/choice-cards.tsx'
import { Fold } from '../../forms/fold.tsx'
import { MembersOnly } from '../../forms/members-only.tsx'
import { SaveAndTry } from '../save-and-try.tsx'
import { textAt, type TypedValues } from '../typed-values.ts'
import { useProtection } from '../use-protection.ts'
import { FieldRow } from './field-row.tsx'
import { emptyRow, rowsOf } from './typed-form.ts'

/** What was found in the values that were tried. */
export interface TriedForm {
  readonly fields: readonly FieldVerdictAnswer[]
  readonly weight: number
}

interface FormFormProps {
  typed: TypedValues
  problem: ShownProblem | null
  tried: TriedForm | null
  /** Of a form that there is. */
  version?: number
  intent?: string
}

/** Which fields of a form are validated how, with one empty row more than there are, and values to try them with. */
export function FormForm({ typed, problem, tried, version, intent }: FormFormProps) {
  const { t } = useTranslation()
  const { mayChange } = useProtection()
  const { errorOf, formProps } = useFieldErrors(problem)
  const words = t(($) => $.protection.formOf, { returnObjects: true })
  const rows = rowsOf(typed)
  const number = (name: string) => ({
    id: name,
    name,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    defaultValue: typed[name] ?? '',
    error: errorOf(name),
  })
  return (
    <Card className="sm:p-6">
      <Form method="post" preventScrollReset {...formProps}>
        <fieldset disabled={!mayChange} className="grid max-w-[44rem] min-w-0 gap-6">
          <MembersOnly />
          {version === undefined ? null : <input type="hidden" name="version" value={version} />}
          {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
          <ProblemAlert
            problem={problem}
            words={{ 'in-use': t(($) => $.protection.form.nameTaken), 'quota-exceeded': words.full }}
          />
          <TextField
            label={t(($) => $.protection.form.name)}
            hint={words.nameHint}
            id="name"
            name="name"
            required
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            defaultValue={typed['name'] ?? ''}
            error={errorOf('name')}
          />
          <FieldError id="fields-error">{rows.length === 0 ? errorOf('fields') : undefined}</FieldError>
          {rows.map((row, index) => (
            <FieldRow
              // oxlint-disable-next-line react/no-array-index-key -- the rows are counted, and their fields are named by it
              key={index}
              index={index}
              row={row}
              errorOf={errorOf}
              verdict={tried?.fields.find(({ name }) => name === textAt(row, 'name'))}
            />
          ))}
          {rows.length < formFieldsMax ? (
            <Fold label={t(($) => $.protection.field.add)} isOpen={rows.length === 0}>
              <FieldRow key={rows.length} index={rows.length} row={emptyRow} errorOf={errorOf} verdict={undefined} />
            </Fold>
          ) : null}
          {tried === null ? null : (
            <p className="text-sm">
              <output>{t(($) => $.protection.formOf.weight, { weight: tried.weight })}</output>
            </p>
          )}
          <div className="grid gap-5 sm:grid-cols-3">
            <TextField label={words.reviewFrom} hint={words.weightHint} {...number('reviewFrom')} />
            <TextField label={words.refuseFrom} hint={words.refuseHint} {...number('refuseFrom')} />
            <TextField label={words.keepDays} hint={words.keepHint} {...number('keepDays')} />
          </div>
          <ChoiceCards
            legend={t(($) => $.protection.form.mode)}
            name="mode"
            chosen={typed['mode'] ?? ''}
            choices={(['DRY_RUN', 'LIVE'] as const).map((value) => ({ value, ...words.modes[value] }))}
          />
          <SaveAndTry create={words.create} isNew={version === undefined} trial={words.try} />
        </fieldset>
      </Form>
    </Card>
  )
}
