import { useFormats } from '@bollard/site-kit'
import { continents, networkKinds } from '@bollard/contracts'
import type { ShownProblem } from '@bollard/site-kit'
import { Button, classNames, controlClass, FieldError, Icon, IconButton, TextInput } from '@bollard/ui'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Country, CountryPicker } from './country-picker.tsx'
import { type ConditionField, conditionFields } from '../../../sections/rule-readers.ts'
import { FaultLines } from '../../../sections/fault-lines.tsx'
import { sayInput } from './say-input.ts'
import { useRuleWords } from './use-rule-words.ts'
import { valueFaults } from './value-faults.ts'

interface Condition {
  field: ConditionField
  not?: boolean
  values?: readonly (string | number)[]
  from?: number | string
  to?: number | string
}

interface ConditionFieldsProps {
  /** As they are shown first. */
  conditions: readonly Condition[]
  /** As they were sent, in the order that the problem counts them. */
  sent: readonly Condition[]
  problem: ShownProblem | null
  countries: readonly Country[]
}

let lastKey = 0
/** Rows keep what is typed into them while others come and go. */
const withKey = (condition: Condition) => ({ key: ++lastKey, condition })

/** The conditions of a rule as a sentence is built: a field, whether it has to be one of some values, and these. All of them have to hold. */
export function ConditionFields({ conditions, sent, problem, countries }: ConditionFieldsProps) {
  const { t } = useTranslation()
  const [rows, setRows] = useState(() => conditions.map(withKey))
  const list = useRef<HTMLOListElement>(null)
  const used = new Set(rows.map(({ condition }) => condition.field))
  const free = conditionFields.filter((field) => !used.has(field))
  const shape = rows.map(({ key, condition }) => `${key} ${condition.field}`).join()
  const wasShaped = useRef(shape)
  useEffect(() => {
    if (wasShaped.current === shape) return
    wasShaped.current = shape
    sayInput(list.current)
  }, [shape])
  const change = (key: number, field: ConditionField) =>
    setRows(rows.map((row) => (row.key === key ? { key, condition: { field } } : row)))
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 text-sm font-[560]">{t(($) => $.rules.conditions)}</legend>
      <ol ref={list} className="grid gap-3">
        {rows.map(({ key, condition }, index) => (
          <ConditionRow
            key={key}
            index={index}
            condition={condition}
            fields={[condition.field, ...free]}
            faults={valueFaults(t, problem, {
              pointer: `/conditions/${index}/values`,
              sent: sent[index]?.values ?? [],
            })}
            hasFault={problem?.errors?.some(({ pointer }) => pointer.startsWith(`/conditions/${index}`)) ?? false}
            countries={countries}
            onField={(field) => change(key, field)}
            onRemove={rows.length === 1 ? null : () => setRows(rows.filter((row) => row.key !== key))}
          />
        ))}
        {free.length > 0 ? (
          <noscript>
            <li>
              <PlainRow index={rows.length} fields={free} />
            </li>
          </noscript>
        ) : null}
      </ol>
      {free[0] === undefined ? null : (
        <Button
          data-needs-js
          size="dense"
          className="justify-self-start"
          onClick={() => setRows([...rows, withKey({ field: free[0] ?? 'ip' })])}
        >
          {t(($) => $.rules.addCondition)}
        </Button>
      )}
    </fieldset>
  )
}

interface ConditionRowProps {
  index: number
  condition: Condition
  fields: readonly ConditionField[]
  faults: readonly string[]
  hasFault: boolean
  countries: readonly Country[]
  onField: (field: ConditionField) => void
  /** Null for the only condition, which a rule needs. */
  onRemove: (() => void) | null
}

function ConditionRow({ index, condition, fields, faults, hasFault, countries, onField, onRemove }: ConditionRowProps) {
  const { t } = useTranslation()
  const row = `conditions/${index}`
  const { field, not = false } = condition
  return (
    <li className="grid min-w-0 gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center gap-2">
        <span className="w-12 text-sm text-ink-2">{index === 0 ? t(($) => $.rules.if) : t(($) => $.rules.and)}</span>
        <select
          id={`${row}/field`}
          name={`${row}/field`}
          aria-label={t(($) => $.rules.field)}
          aria-invalid={hasFault ? true : undefined}
          value={field}
          onChange={({ currentTarget }) => onField(currentTarget.value as ConditionField)}
          className={classNames(controlClass, '!w-auto min-w-0 h-[2.125rem] px-2 text-sm touch:h-11')}
        >
          {fields.map((one) => (
            <option key={one} value={one}>
              {t(($) => $.rules.fields[one])}
            </option>
          ))}
        </select>
        {field === 'score' ? null : (
          <select
            name={`${row}/not`}
            aria-label={t(($) => $.rules.comparison)}
            defaultValue={String(not)}
            className={classNames(controlClass, '!w-auto h-[2.125rem] px-2 text-sm touch:h-11')}
          >
            <option value="false">{t(($) => $.rules.oneOf)}</option>
            <option value="true">{t(($) => $.rules.noneOf)}</option>
          </select>
        )}
        {onRemove === null ? null : (
          <IconButton
            data-needs-js
            label={t(($) => $.rules.removeCondition, { field: t(($) => $.rules.fields[field]) })}
            onClick={onRemove}
            className="ms-auto"
          >
            <Icon name="trash" />
          </IconButton>
        )}
      </div>
      {/* Anew for another field: values of one are none of another. */}
      <ConditionValues key={field} row={row} condition={condition} faults={faults} countries={countries} />
    </li>
  )
}

type ValuesProps = { row: string; condition: Condition; faults: readonly string[]; countries: readonly Country[] }

function ConditionValues({ row, condition, faults, countries }: ValuesProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { field, values = [] } = condition
  const name = `${row}/values`
  if (field === 'score') return <ScoreRange row={row} condition={condition} faults={faults} />
  if (field === 'country' && countries.length > 0)
    return (
      <CountryPicker
        name={name}
        legend={t(($) => $.rules.fields.country)}
        countries={countries}
        chosen={values.map(String)}
        error={faults[0]}
        formatShare={formats.share}
      />
    )
  if (field === 'continent') return <Ticks name={name} field={field} all={continents} chosen={values} faults={faults} />
  if (field === 'networkKind')
    return <Ticks name={name} field={field} all={networkKinds} chosen={values} faults={faults} />
  return <Lines name={name} field={field} values={values} faults={faults} />
}

function Lines({
  name,
  field,
  values,
  faults,
}: {
  name: string
  field: Exclude<ConditionField, 'score'>
  values: readonly (string | number)[]
  faults: readonly string[]
}) {
  const { t } = useTranslation()
  const hint = `${name}-hint`
  return (
    <div className="grid gap-1.5">
      <textarea
        id={name}
        name={name}
        rows={Math.min(8, Math.max(2, values.length + 1))}
        aria-label={t(($) => $.rules.values, { field: t(($) => $.rules.fields[field]) })}
        aria-describedby={faults.length > 0 ? `${name}-error ${hint}` : hint}
        aria-invalid={faults.length > 0 ? true : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={placeholders[field]}
        defaultValue={values.join('\n')}
        className={classNames(controlClass, 'px-3 py-2 font-mono text-sm')}
      />
      <Faults id={`${name}-error`} faults={faults} />
      <p id={hint} className="text-xs text-ink-3">
        {t(($) => $.rules.hints[field])}
      </p>
    </div>
  )
}

const placeholders: Readonly<Record<Exclude<ConditionField, 'score'>, string>> = {
  country: 'DE',
  continent: 'EU',
  asn: '3320',
  network: '*hosting*',
  networkKind: 'vpn',
  ip: '192.0.2.0/24',
  userAgent: '*curl*',
  language: 'de',
  hostname: 'shop.example.com',
  path: '/checkout/*',
  action: 'sign-up',
}

function Ticks({
  name,
  field,
  all,
  chosen,
  faults,
}: {
  name: string
  field: 'continent' | 'networkKind'
  all: readonly string[]
  chosen: readonly (string | number)[]
  faults: readonly string[]
}) {
  const { t } = useTranslation()
  const words = useRuleWords()
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="sr-only">{t(($) => $.rules.fields[field])}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {all.map((value, index) => (
          <label key={value} className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm touch:min-h-11">
            <input
              id={index === 0 ? name : undefined}
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              aria-invalid={faults.length > 0 ? true : undefined}
              aria-describedby={faults.length > 0 ? `${name}-error` : undefined}
              className="size-4 accent-amber"
            />
            {words.value(field, value)}
          </label>
        ))}
      </div>
      <Faults id={`${name}-error`} faults={faults} />
    </fieldset>
  )
}

function ScoreRange({ row, condition, faults }: Pick<ValuesProps, 'row' | 'condition' | 'faults'>) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap gap-4">
        {(['from', 'to'] as const).map((end) => (
          <label key={end} className="flex items-center gap-2.5 text-sm">
            {end === 'from' ? t(($) => $.rules.scoreFrom) : t(($) => $.rules.scoreTo)}
            <TextInput
              dense
              id={`${row}/${end}`}
              name={`${row}/${end}`}
              type="number"
              inputMode="decimal"
              min={0}
              max={1}
              step={0.01}
              defaultValue={condition[end] ?? (end === 'from' ? 0.5 : 1)}
              className="tabular !w-24"
            />
          </label>
        ))}
      </div>
      <Faults id={`${row}-error`} faults={faults} />
      <p className="text-xs text-ink-3">{t(($) => $.rules.hints.score)}</p>
    </div>
  )
}

function Faults({ id, faults }: { id: string; faults: readonly string[] }) {
  if (faults.length === 0) return null
  return (
    <FieldError id={id}>
      <FaultLines faults={faults} />
    </FieldError>
  )
}

/** One more condition where nothing can add a row: its values are written out, whatever the field. */
function PlainRow({ index, fields }: { index: number; fields: readonly ConditionField[] }) {
  const { t } = useTranslation()
  const row = `conditions/${index}`
  return (
    <div className="grid gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap gap-2">
        <select
          name={`${row}/field`}
          aria-label={t(($) => $.rules.field)}
          className={classNames(controlClass, '!w-auto h-11 px-2')}
        >
          <option value="">{t(($) => $.rules.noMore)}</option>
          {fields.flatMap((one) =>
            one === 'score'
              ? []
              : [
                  <option key={one} value={one}>
                    {t(($) => $.rules.fields[one])}
                  </option>,
                ],
          )}
        </select>
        <select
          name={`${row}/not`}
          aria-label={t(($) => $.rules.comparison)}
          className={classNames(controlClass, '!w-auto h-11 px-2')}
        >
          <option value="false">{t(($) => $.rules.oneOf)}</option>
          <option value="true">{t(($) => $.rules.noneOf)}</option>
        </select>
      </div>
      <textarea
        name={`${row}/values`}
        rows={2}
        aria-label={t(($) => $.rules.plainValues)}
        className={classNames(controlClass, 'px-3 py-2')}
      />
    </div>
  )
}

export type { Condition }
