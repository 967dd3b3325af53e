import { fieldKinds, type FieldVerdictAnswer, textScripts } from '@bollard/contracts'
import { Checkbox, SelectField, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { TypedValues } from '../typed-values.ts'
import { Verdict } from './verdict.tsx'

interface FieldRowProps {
  index: number
  row: TypedValues
  errorOf: (name: string) => string | undefined
  verdict: FieldVerdictAnswer | undefined
}

/** One field of a form: its name, what is looked at by its kind, a value to try, and what was found in it. */
export function FieldRow({ index, row, errorOf, verdict }: FieldRowProps) {
  const { t } = useTranslation()
  const words = t(($) => $.protection.field, { returnObjects: true })
  const at = (name: string) => `fields/${index}/${name}`
  const field = (name: string) => ({
    id: at(name),
    name: at(name),
    autoComplete: 'off',
    spellCheck: false,
    defaultValue: row[name] ?? '',
    error: errorOf(at(name)),
  })
  const tick = (
    name:
      | 'asksDns'
      | 'disposable'
      | 'roles'
      | 'duplicates'
      | 'onlyThatCountry'
      | 'isMessage'
      | 'personalData'
      | 'refusesLong'
      | 'asksRegister',
  ) => <Checkbox key={name} name={at(name)} defaultChecked={(row[name] ?? '') !== ''} label={words.ticks[name]} />
  return (
    <fieldset className="group/row grid w-full min-w-0 gap-4 rounded-md border border-line p-4">
      <legend className="px-1 text-sm font-[520]">{t(($) => $.protection.field.title, { number: index + 1 })}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label={words.name} hint={words.nameHint} maxLength={100} {...field('name')} />
        <SelectField label={words.kind} {...field('kind')}>
          {fieldKinds.map((kind) => (
            <option key={kind} value={kind}>
              {words.kinds[kind]}
            </option>
          ))}
        </SelectField>
      </div>
      <Checkbox
        name={at('isOptional')}
        defaultChecked={(row['isOptional'] ?? '') !== ''}
        label={words.isOptional}
        className="-my-2"
      />
      <div className="-my-2 hidden group-has-[option[value=EMAIL]:checked]/row:grid">
        {(['asksDns', 'disposable', 'roles', 'duplicates'] as const).map(tick)}
      </div>
      <div className="hidden gap-4 group-has-[option[value=PHONE]:checked]/row:grid group-has-[option[value=IBAN]:checked]/row:grid">
        <TextField label={words.country} hint={words.countryHint} maxLength={2} {...field('country')} />
      </div>
      <div className="-my-2 hidden group-has-[option[value=PHONE]:checked]/row:grid">{tick('onlyThatCountry')}</div>
      <div className="-my-2 hidden group-has-[option[value=VAT\_ID]:checked]/row:grid">{tick('asksRegister')}</div>
      <div className="hidden gap-4 group-has-[option[value=TEXT]:checked]/row:grid">
        <div className="-my-2 grid">{(['isMessage', 'personalData', 'refusesLong'] as const).map(tick)}</div>
        <TextField label={words.linksMax} hint={words.linksHint} inputMode="numeric" {...field('linksMax')} />
        <TextField label={words.languages} hint={words.languagesHint} {...field('languages')} />
        <fieldset className="min-w-0">
          <legend className="text-sm font-[520]">{words.scripts}</legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-3">
            {textScripts.map((script) => (
              <Checkbox
                key={script}
                name={at('scripts')}
                value={script}
                defaultChecked={(row['scripts'] ?? '').split('\n').includes(script)}
                label={words.scriptNames[script]}
              />
            ))}
          </div>
        </fieldset>
      </div>
      <TextAreaField
        label={words.ownHosts}
        hint={words.ownHostsHint}
        rows={2}
        {...field('ownHosts')}
        className="hidden group-has-[option[value=TEXT]:checked]/row:grid group-has-[option[value=URL]:checked]/row:grid"
      />
      <TextAreaField label={words.try} rows={2} {...field('try')} />
      {verdict === undefined ? null : <Verdict verdict={verdict} />}
    </fieldset>
  )
}
