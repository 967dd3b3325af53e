import { useFormats } from '@bollard/site-kit'
import type { Outcome } from '@bollard/contracts'
import { Button, ButtonLink, SelectField, TextField } from '@bollard/ui'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import type { FilterOption, FilterOptions } from '../../captcha/log-filter/filter-options.ts'
import { toLocalTime } from '../../captcha/log-filter/local-time.ts'
import {
  type FilterFaults,
  type FilterName,
  filterNames,
  type LastPeriod,
  lastPeriods,
  type LogSearch,
  outcomeList,
} from '../../captcha/log-filter/log-search.ts'
import { useFilterWords } from '../../captcha/log-filter/use-filter-words.ts'

interface FilterFormProps {
  filter: LogSearch
  options: FilterOptions
  faults: FilterFaults
  /** Stands before the ids of its fields: the form may be on the page twice. */
  idPrefix: string
  onSubmit?: () => void
}

const outcomes = ['PASSED', 'FLAGGED', 'REFUSED'] as const satisfies readonly Outcome[]
const periods = Object.keys(lastPeriods) as LastPeriod[]
const browsers = ['Chrome', 'Edge', 'Firefox', 'Opera', 'Safari', 'Samsung Internet', 'Headless Chrome']
const systems = ['Android', 'ChromeOS', 'iOS', 'Linux', 'macOS', 'Windows', 'Unknown'] as const

/** Everything by which the log can be filtered. A plain GET, so that it works without scripts and the answer has an address. */
export function FilterForm({ filter, options, faults, idPrefix, onSubmit }: FilterFormProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const form = useRef<HTMLFormElement>(null)
  const reasons: Readonly<Record<string, string>> = t(($) => $.reasons, { returnObjects: true })
  const kinds = t(($) => $.logFilter.values.networkKind, { returnObjects: true })
  const decisions = t(($) => $.logFilter.values.decision, { returnObjects: true })
  const asked = outcomeList(filter)
  const errorOf = useErrorOf(faults)
  const given = (name: FilterName) => ({
    id: `${idPrefix}-${name}`,
    name,
    label: t(($) => $.logFilter.names[name]),
    error: errorOf(name),
    defaultValue: filter[name] ?? '',
  })
  const time = (name: 'from' | 'to') => {
    const local = toLocalTime(filter[name] ?? '', formats.zone)
    // A time with seconds is one that somebody gave, and must not become another one.
    return { ...given(name), type: 'datetime-local', defaultValue: local, step: local.length > 16 ? 1 : undefined }
  }
  const chosen = (name: FilterName, list: readonly FilterOption[]) => (
    <Choice {...given(name)} list={list} filter={filter} options={options} part={name} />
  )
  const score = { type: 'number', min: 0, max: 1, step: 'any', inputMode: 'decimal' } as const

  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [faults])

  return (
    <Form method="get" ref={form} noValidate preventScrollReset onSubmit={onSubmit} className="grid gap-6">
      <Group title={t(($) => $.logFilter.groups.what)}>
        <fieldset className="grid content-start gap-1.5">
          <legend className="mb-1.5 text-sm font-[520]">{t(($) => $.logFilter.names.outcome)}</legend>
          <div className="flex flex-wrap gap-x-5">
            {outcomes.map((outcome) => (
              <label key={outcome} className="flex min-h-9 cursor-pointer items-center gap-2 text-sm touch:min-h-11">
                <input
                  type="checkbox"
                  name="outcome"
                  value={outcome}
                  defaultChecked={asked.includes(outcome)}
                  className="size-5 shrink-0 rounded-sm accent-amber"
                />
                {t(($) => $.log.filters[outcome])}
              </label>
            ))}
          </div>
        </fieldset>
        <TextField
          {...time('from')}
          hint={t(($) => $.logFilter.hints.time, { zone: formats.isUtc ? 'UTC' : formats.zone.replaceAll('_', ' ') })}
        />
        <TextField {...time('to')} />
        <fieldset className="col-span-full flex flex-wrap items-center gap-2">
          <legend className="sr-only">{t(($) => $.logFilter.last.label)}</legend>
          {periods.map((period) => (
            <Button key={period} type="submit" size="dense" name="last" value={period}>
              {t(($) => $.logFilter.last[period])}
            </Button>
          ))}
        </fieldset>
        {chosen('decision', named(decisions))}
        {chosen(
          'reason',
          Object.entries(reasons)
            .map(([value, name]) => ({ value, name }))
            .toSorted((a, b) => a.name.localeCompare(b.name)),
        )}
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField {...given('scoreFrom')} {...score} hint={t(($) => $.logFilter.hints.score)} />
          <TextField {...given('scoreTo')} {...score} />
        </div>
      </Group>
      <Group title={t(($) => $.logFilter.groups.where)}>
        {chosen('environmentId', options.environmentId)}
        <TextField {...given('hostname')} {...plain} hint={t(($) => $.logFilter.hints.hostname)} maxLength={260} />
        <TextField {...given('action')} {...plain} hint={t(($) => $.logFilter.hints.action)} maxLength={100} />
        {chosen('ruleId', options.ruleId)}
        {chosen('bypassKeyId', options.bypassKeyId)}
      </Group>
      <Group title={t(($) => $.logFilter.groups.who)}>
        {chosen('country', options.country)}
        <TextField {...given('network')} {...plain} hint={t(($) => $.logFilter.hints.network)} maxLength={50} />
        <TextField {...given('asn')} {...plain} inputMode="numeric" hint={t(($) => $.logFilter.hints.asn)} />
        {chosen('networkKind', named(kinds))}
        <TextField
          {...given('browser')}
          {...plain}
          list={`${idPrefix}-browsers`}
          hint={t(($) => $.logFilter.hints.browser)}
          maxLength={60}
        />
        <datalist id={`${idPrefix}-browsers`}>
          {browsers.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        {chosen(
          'operatingSystem',
          systems.map((value) => ({
            value,
            name: value === 'Unknown' ? t(($) => $.logFilter.values.networkKind.unknown) : value,
          })),
        )}
        {chosen('device', named(t(($) => $.detail.devices, { returnObjects: true })))}
        {chosen('language', options.language)}
      </Group>
      <Group title={t(($) => $.logFilter.groups.after)}>
        {chosen('fetched', named(t(($) => $.logFilter.values.fetched, { returnObjects: true })))}
        {chosen('feedback', named(t(($) => $.logFilter.values.feedback, { returnObjects: true })))}
      </Group>
      <div className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap gap-2.5 border-t border-line bg-surface px-5 py-3">
        <Button type="submit" variant="primary">
          {t(($) => $.logFilter.apply)}
        </Button>
        {filterNames.some((name) => filter[name] !== undefined) ? (
          <ButtonLink asChild variant="quiet">
            <Link to="?" preventScrollReset onClick={onSubmit}>
              {t(($) => $.logFilter.clear)}
            </Link>
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  )
}

const plain = { type: 'text', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 items-start gap-x-4 gap-y-3.5 sm:grid-cols-2 xl:grid-cols-3">
      <legend className="mb-3 font-[580]">{title}</legend>
      {children}
    </fieldset>
  )
}

/** A list to choose from. A value that is asked for and not in the list stays choosable: rules are deleted, and addresses name more than lists do. */
function Choice({
  list,
  filter,
  options,
  part,
  ...field
}: Omit<ComponentProps<typeof SelectField>, 'children'> & {
  list: readonly FilterOption[]
  filter: LogSearch
  options: FilterOptions
  part: FilterName
}) {
  const { t } = useTranslation()
  const words = useFilterWords(options)
  const value = filter[part]
  const [own] = value === undefined || list.some((one) => one.value === value) ? [] : words({ [part]: value })
  return (
    <SelectField {...field}>
      <option value="">{t(($) => $.logFilter.any)}</option>
      {own === undefined ? null : <option value={value}>{own.value}</option>}
      {list.map((one) => (
        <option key={one.value} value={one.value}>
          {one.name}
        </option>
      ))}
    </SelectField>
  )
}

/** The values that have words, in the order of the words. */
function named(words: Readonly<Record<string, string>>): FilterOption[] {
  return Object.entries(words).map(([value, name]) => ({ value, name }))
}

/** The sentence beside a part that is at fault. */
function useErrorOf(faults: FilterFaults): (name: FilterName) => string | undefined {
  const { t } = useTranslation()
  return (name) => {
    const fault = faults[name]
    if (fault === undefined) return undefined
    if (fault !== 'invalid') return t(($) => $.logFilter.errors[fault])
    if (name === 'network' || name === 'asn') return t(($) => $.logFilter.errors[name])
    if (name === 'scoreFrom' || name === 'scoreTo') return t(($) => $.logFilter.errors.score)
    if (name === 'from' || name === 'to') return t(($) => $.logFilter.errors.time)
    return t(($) => $.logFilter.errors.invalid)
  }
}
