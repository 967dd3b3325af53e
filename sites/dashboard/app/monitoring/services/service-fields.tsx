import { assertionSources, comparisons } from '@bollard/contracts'
import { type ShownProblem, timezoneGroups } from '@bollard/site-kit'
import { Checkbox, Field, SelectField, TextAreaField, TextField, TextInput } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fold } from '../../forms/fold.tsx'
import { ZoneOptions } from '../../forms/zone-options.tsx'
import { CaptchaCheckFields } from '../../monitoring-captcha/captcha-check-fields.tsx'
import { PlaceTicks, ServiceTicks } from '../ticks.tsx'
import type { ServiceChoices } from './change-service.server.ts'
import { type CheckField, checkFields } from './check-fields-of.ts'
import {
  canBeBehindGateway,
  canBeSlow,
  gateway,
  hasPlaces,
  isCaptchaKind,
  isProbedKind,
  rowsOf,
  target,
  type TypedService,
} from './typed-service.ts'

export interface ServiceFieldsProps {
  typed: TypedService
  problem: ShownProblem | null
  errorOf: (name: string) => string | undefined
  choices: ServiceChoices
  /** A secret that is left empty stays as it is. */
  hasSecret?: boolean
  /** The service itself, which is neither its parent nor its member. */
  selfId?: string
}

/** Everything that can be said of a service of one kind. */
export function ServiceFields(props: ServiceFieldsProps) {
  const { t } = useTranslation()
  const { typed, errorOf, choices, selfId } = props
  const { kind, values } = typed
  const fields = checkFields[kind]
  const isProbed = isProbedKind(kind)
  const text = (name: string) => ({ id: name, name, defaultValue: values[name] ?? '', error: errorOf(name) })
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const
  const rare = fields.filter((field) => field.rare)
  const isAtFault = (names: readonly string[]) => names.some((name) => errorOf(name) !== undefined)
  return (
    <>
      <TextField
        label={t(($) => $.monitoring.fields.title)}
        required
        maxLength={100}
        autoComplete="off"
        {...text('name')}
      />
      {fields.map((field) => (field.rare ? null : <CheckFieldControl key={field.name} field={field} {...props} />))}
      {isCaptchaKind(kind) ? (
        <CaptchaCheckFields
          kind={kind}
          typed={values}
          errorOf={errorOf}
          captchas={choices.captchas}
          hasBrowser={choices.hasBrowser}
          heartbeats={choices.services.filter((service) => service.kind === 'HEARTBEAT')}
        />
      ) : null}
      {kind === 'HTTP' ? <Authentication {...props} /> : null}
      {canBeBehindGateway(kind) ? <Gateway {...props} /> : null}
      {rare.length === 0 ? null : (
        <Fold
          label={t(($) => $.monitoring.form.request)}
          isOpen={isAtFault(rare.map(({ name }) => `${target}/${name}`))}
        >
          <div className="grid w-full gap-5">
            {rare.map((field) => (
              <CheckFieldControl key={field.name} field={field} {...props} />
            ))}
          </div>
        </Fold>
      )}
      {isProbed && kind !== 'PASS_RATE' ? <Assertions {...props} /> : null}
      {isProbed ? (
        <TextField
          label={t(($) => $.monitoring.fields.intervalSeconds)}
          hint={t(($) => $.monitoring.form.shortest, { count: choices.shortestSeconds })}
          {...number}
          {...text('intervalSeconds')}
        />
      ) : null}
      {hasPlaces(kind) ? (
        <PlaceTicks places={choices.places} chosen={values['places']?.split('\n') ?? []} error={errorOf('places')} />
      ) : null}
      <TextField
        label={t(($) => $.monitoring.fields.tags)}
        hint={t(($) => $.monitoring.form.tagsHint)}
        autoComplete="off"
        {...text('tags')}
      />
      <Fold
        label={t(($) => $.monitoring.form.verdicts)}
        isOpen={isAtFault(['check/timeoutMs', 'retries', 'confirmations', 'recoveries', 'slowMs', 'parentId'])}
      >
        <div className="grid w-full gap-5">
          {isProbed ? (
            <TextField label={t(($) => $.monitoring.fields.timeoutMs)} {...number} {...text('check/timeoutMs')} />
          ) : null}
          {isProbed && canBeSlow(kind) ? (
            <TextField
              label={t(($) => $.monitoring.fields.slowMs)}
              hint={t(($) => $.monitoring.form.slowHint)}
              {...number}
              {...text('slowMs')}
            />
          ) : null}
          {canConfirm(kind, choices) ? null : <input type="hidden" name="confirmations" value="1" />}
          {(['retries', 'confirmations', 'recoveries'] as const).map((name) =>
            name === 'confirmations' && !canConfirm(kind, choices) ? null : (
              <TextField
                key={name}
                label={t(($) => $.monitoring.fields[name])}
                hint={t(($) => $.monitoring.hints[name])}
                {...number}
                {...text(name)}
              />
            ),
          )}
          <SelectField
            label={t(($) => $.monitoring.fields.parentId)}
            hint={t(($) => $.monitoring.hints.parentId)}
            {...text('parentId')}
          >
            <option value="">{t(($) => $.monitoring.form.none)}</option>
            {choices.services.map(({ id, name }) =>
              id === selfId ? null : (
                <option key={id} value={id}>
                  {name}
                </option>
              ),
            )}
          </SelectField>
        </div>
      </Fold>
    </>
  )
}

/** Figures are the same from everywhere, and forms are sent from places of the installation, which mostly is one. */
function canConfirm(kind: TypedService['kind'], { ownPlaces }: ServiceChoices): boolean {
  return kind === 'FORM' ? ownPlaces > 1 : kind !== 'PASS_RATE'
}

function CheckFieldControl({ field, typed, errorOf, choices, selfId }: ServiceFieldsProps & { field: CheckField }) {
  const { t, i18n } = useTranslation()
  const name = `${target}/${field.name}`
  const value = typed.values[name] ?? ''
  const labels: Readonly<Record<string, string>> = t(($) => $.monitoring.fields, { returnObjects: true })
  const hints: Readonly<Record<string, string>> = t(($) => $.monitoring.hints, { returnObjects: true })
  const words: Readonly<Record<string, string>> = t(($) => $.monitoring.choices, { returnObjects: true })
  const label = labels[field.name] ?? field.name
  const shared = {
    id: name,
    name,
    label,
    hint: hints[field.name],
    error: errorOf(name),
    ...(field.required || field.as === 'tick' || field.as === 'choice' ? {} : { aside: t(($) => $.settings.optional) }),
  }
  if (field.as === 'tick') return <Checkbox name={name} label={label} defaultChecked={value !== ''} />
  if (field.as === 'ticks')
    return (
      <ServiceTicks
        name={name}
        legend={label}
        services={choices.services.filter(({ id }) => id !== selfId)}
        chosen={value.split('\n')}
        error={shared.error}
      />
    )
  if (field.as === 'choice')
    return (
      <SelectField {...shared} defaultValue={value}>
        {field.choices?.map((choice) => (
          <option key={choice} value={choice}>
            {words[choice] ?? choice}
          </option>
        ))}
      </SelectField>
    )
  if (field.as === 'zone')
    return (
      <SelectField {...shared} defaultValue={value} key={i18n.language}>
        <option value="">{t(($) => $.monitoring.form.none)}</option>
        <ZoneOptions zones={timezoneGroups(choices.zones, value || 'Etc/UTC')} />
      </SelectField>
    )
  if (field.as === 'area' || field.as === 'lines' || field.as === 'headers')
    return <TextAreaField {...shared} rows={3} spellCheck={false} autoComplete="off" defaultValue={value} />
  return (
    <TextField
      {...shared}
      required={field.required}
      inputMode={field.as === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={value}
    />
  )
}

function Authentication({ typed: { values }, errorOf, hasSecret = false }: ServiceFieldsProps) {
  const { t } = useTranslation()
  const at = `${target}/authentication`
  const words = t(($) => $.monitoring.authentication, { returnObjects: true })
  const field = (name: 'user' | 'password' | 'token' | 'certificate' | 'key') => ({
    id: `${at}/${name}`,
    name: `${at}/${name}`,
    label: words[name],
    error: errorOf(`${at}/${name}`),
    autoComplete: 'off',
    spellCheck: false,
    defaultValue: name === 'user' || name === 'certificate' ? (values[`${at}/${name}`] ?? '') : '',
    ...(hasSecret && name !== 'user' && name !== 'certificate' ? { hint: words.kept } : {}),
  })
  return (
    <div className="group grid gap-5">
      <SelectField
        id={`${at}/kind`}
        name={`${at}/kind`}
        label={words.title}
        error={errorOf(`${at}/kind`)}
        defaultValue={values[`${at}/kind`] ?? ''}
      >
        <option value="">{t(($) => $.monitoring.form.none)}</option>
        <option value="BASIC">{words.BASIC}</option>
        <option value="BEARER">{words.BEARER}</option>
        <option value="CLIENT_CERTIFICATE">{words.CLIENT_CERTIFICATE}</option>
      </SelectField>
      <div className="hidden gap-5 group-has-[option[value=BASIC]:checked]:grid">
        <TextField {...field('user')} />
        <TextField type="password" {...field('password')} autoComplete="new-password" />
      </div>
      <div className="hidden group-has-[option[value=BEARER]:checked]:grid">
        <TextField type="password" {...field('token')} autoComplete="new-password" />
      </div>
      <div className="hidden gap-5 group-has-[option[value=CLIENT\_CERTIFICATE]:checked]:grid">
        <TextAreaField {...field('certificate')} />
        <TextAreaField {...field('key')} />
      </div>
    </div>
  )
}

/** That a gateway stands before the address, and what it shares with monitoring. */
function Gateway({ typed: { values }, errorOf }: ServiceFieldsProps) {
  const { t } = useTranslation()
  const words = t(($) => $.monitoring.gateway, { returnObjects: true })
  const at = `${gateway}/secret`
  const isKept = Boolean(values[gateway]) && (values[at] ?? '') === ''
  return (
    <div className="group grid gap-3">
      <Checkbox name={gateway} label={words.title} defaultChecked={Boolean(values[gateway])} />
      <div className="hidden group-has-[:checked]:grid">
        <TextField
          id={at}
          name={at}
          type="password"
          label={words.secret}
          hint={isKept ? `${words.hint} ${t(($) => $.monitoring.authentication.kept)}` : words.hint}
          error={errorOf(at)}
          autoComplete="new-password"
          spellCheck={false}
          defaultValue=""
        />
      </div>
    </div>
  )
}

/** Demands on the answer, with three empty rows more than there are; empty ones are left out. */
function Assertions({ typed: { values }, problem, errorOf }: ServiceFieldsProps) {
  const { t } = useTranslation()
  const rows = rowsOf(values)
  const words = t(($) => $.monitoring.assertions, { returnObjects: true })
  const isAtFault = problem?.errors?.some(({ pointer }) => pointer.startsWith('/check/assertions')) ?? false
  const shown = Math.min(20, rows.length + 3)
  return (
    <Fold label={t(($) => $.monitoring.form.assertions)} isOpen={isAtFault || rows.length > 0}>
      <p className="text-ink-2">{words.about}</p>
      {Array.from({ length: shown }, (_, index) => {
        const at = `check/assertions/${index}`
        const row = rows[index]
        const error = errorOf(at)
        const number = { number: index + 1 }
        return (
          <fieldset
            // oxlint-disable-next-line react/no-array-index-key -- the rows are counted, and their fields are named by it
            key={index}
            className="grid w-full min-w-0 gap-2 border-b border-line pb-3 sm:grid-cols-2"
          >
            <legend className="sr-only">{t(($) => $.monitoring.assertions.row, number)}</legend>
            <Choice name={`${at}/source`} label={words.source} value={row?.source ?? ''} error={error}>
              <option value="">{t(($) => $.monitoring.form.none)}</option>
              {assertionSources.map((source) => (
                <option key={source} value={source}>
                  {t(($) => $.monitoring.sources[source])}
                </option>
              ))}
            </Choice>
            <Small name={`${at}/target`} label={words.target} value={row?.target ?? ''} />
            <Choice name={`${at}/comparison`} label={words.comparison} value={row?.comparison ?? 'EQUALS'}>
              {comparisons.map((comparison) => (
                <option key={comparison} value={comparison}>
                  {t(($) => $.monitoring.comparisons[comparison])}
                </option>
              ))}
            </Choice>
            <Small name={`${at}/value`} label={words.value} value={row?.value ?? ''} />
            <Choice name={`${at}/verdict`} label={words.verdict} value={row?.verdict ?? 'DOWN'}>
              {(['DOWN', 'DEGRADED'] as const).map((verdict) => (
                <option key={verdict} value={verdict}>
                  {t(($) => $.monitoring.states[verdict])}
                </option>
              ))}
            </Choice>
          </fieldset>
        )
      })}
    </Fold>
  )
}

interface SmallProps {
  name: string
  label: string
  value: string
  error?: string | undefined
}

function Choice({ name, label, value, error, children }: SmallProps & { children: ReactNode }) {
  return (
    <SelectField id={name} name={name} label={label} defaultValue={value} error={error}>
      {children}
    </SelectField>
  )
}

function Small({ name, label, value }: SmallProps) {
  return (
    <Field label={label} id={name}>
      {(wiring) => <TextInput {...wiring} name={name} defaultValue={value} autoComplete="off" spellCheck={false} />}
    </Field>
  )
}
