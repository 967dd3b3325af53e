import { useFormats } from '@bollard/site-kit'
import type { ShownProblem } from '@bollard/site-kit'
import { SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { toLocalTime } from '../../log-filter/local-time.ts'
import { SwitchSetting } from '../../../sections/setting-controls.tsx'
import type { SectionForm } from '../../../sections/settings-section.tsx'
import type { Values } from '../../../sections/setting-values.ts'
import { type Condition, ConditionFields } from './condition-fields.tsx'
import type { Country } from './country-picker.tsx'
import { actionTypes } from '../../../sections/rule-readers.ts'

interface RuleFieldsProps {
  form: SectionForm
  problem: ShownProblem | null
  /** As it was sent when the problem came. */
  sent: Values | null
  countries: readonly Country[]
  /** Whether a simple form keeps whom it fits and what it does. */
  isOfForm: boolean
}

const conditionsOf = (values: Values | null): readonly Condition[] =>
  Array.isArray(values?.['conditions']) ? (values['conditions'] as unknown as Condition[]) : []

/** The fields of one rule: whom it fits, what it does with them, and until when. */
export function RuleFields({ form, problem, sent, countries, isOfForm }: RuleFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        id="name"
        name="name"
        label={t(($) => $.rules.name)}
        hint={t(($) => $.rules.nameHint)}
        error={form.errorOf('name')}
        required
        maxLength={80}
        autoComplete="off"
        className="max-w-[34rem]"
        defaultValue={String(form.shown['name'] ?? '')}
      />
      {isOfForm ? null : (
        <>
          <ConditionFields
            conditions={conditionsOf(form.shown)}
            sent={conditionsOf(sent)}
            problem={problem}
            countries={countries}
          />
          <ActionFields form={form} />
        </>
      )}
      <SwitchSetting
        form={form}
        name="enabled"
        label={t(($) => $.rules.enabled)}
        about={t(($) => $.rules.enabledAbout)}
      />
      <SwitchSetting form={form} name="dryRun" label={t(($) => $.rules.dryRun)} about={t(($) => $.rules.dryRunAbout)} />
      <ExpiryField form={form} />
    </>
  )
}

function ActionFields({ form }: { form: SectionForm }) {
  const { t } = useTranslation()
  const typeOf = (values: Values): string => String(partOf(values['action'], 'type') ?? 'BLOCK')
  const isWork = typeOf(form.draft) === 'DIFFICULTY'
  return (
    <div className="grid max-w-[34rem] gap-4 sm:grid-cols-2">
      <SelectField
        id="action/type"
        name="action/type"
        label={t(($) => $.rules.then)}
        error={form.errorOf('action/type')}
        defaultValue={typeOf(form.shown)}
      >
        {actionTypes.map((type) => (
          <option key={type} value={type}>
            {t(($) => $.rules.actionNames[type])}
          </option>
        ))}
      </SelectField>
      {/* Without scripts it is always there, and counts only where the work is changed. */}
      <TextField
        id="action/percent"
        name="action/percent"
        label={t(($) => $.rules.percent)}
        hint={t(($) => $.rules.percentHint)}
        error={form.errorOf('action/percent')}
        type="number"
        inputMode="numeric"
        min={-50}
        max={300}
        required={isWork}
        className={isWork ? '' : '[html[data-js]_&]:hidden'}
        defaultValue={String(partOf(form.shown['action'], 'percent') ?? 100)}
      />
    </div>
  )
}

function ExpiryField({ form }: { form: SectionForm }) {
  const { t } = useTranslation()
  const { zone } = useFormats()
  const shown = form.shown['expiresAt']
  const text = typeof shown === 'string' ? toLocalTime(shown, zone) || shown : ''
  return (
    <>
      <input type="hidden" name="zone" value={zone} />
      <TextField
        id="expiresAt"
        name="expiresAt"
        label={t(($) => $.rules.expiresAt)}
        aside={t(($) => $.settings.optional)}
        hint={t(($) => $.rules.expiresHint, { zone })}
        error={form.errorOf('expiresAt')}
        type="datetime-local"
        className="max-w-[20rem]"
        defaultValue={text}
      />
    </>
  )
}

function partOf(value: unknown, part: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
}
