import { FieldError, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { TypedValues } from '../typed-values.ts'
import { keyNames, keyPartsMax } from './typed-limiter.ts'

/** What requests are told apart by, in up to four rows; rows without a choice are left out. */
export function KeyFields({ typed, error }: { typed: TypedValues; error: string | undefined }) {
  const { t } = useTranslation()
  const words = t(($) => $.protection.form, { returnObjects: true })
  return (
    <fieldset className="grid min-w-0 gap-3" aria-describedby={error ? 'key-error' : undefined}>
      <legend className="mb-1.5 text-sm font-[520]">{words.key}</legend>
      <p className="text-xs text-ink-3">{words.keyHint}</p>
      <FieldError id="key-error">{error}</FieldError>
      {Array.from({ length: keyPartsMax }, (_, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows are counted, and their fields are named by it
        <KeyRow key={row} row={row} typed={typed} />
      ))}
    </fieldset>
  )
}

function KeyRow({ row, typed }: { row: number; typed: TypedValues }) {
  const { t } = useTranslation()
  const words = t(($) => $.protection.form, { returnObjects: true })
  const field = (name: string) => ({
    id: `key/${row}/${name}`,
    name: `key/${row}/${name}`,
    autoComplete: 'off',
    spellCheck: false,
    defaultValue: typed[`key/${row}/${name}`] ?? '',
  })
  return (
    <div className="group/key grid gap-3 sm:grid-cols-2">
      <SelectField label={t(($) => $.protection.form.part, { number: row + 1 })} {...field('from')}>
        {row === 0 ? null : <option value="">{words.noPart}</option>}
        {keyNames.map((name) => (
          <option key={name} value={name}>
            {t(($) => $.protection.keys[name])}
          </option>
        ))}
      </SelectField>
      <div className="hidden grid-cols-2 gap-3 group-has-[option[value=network]:checked]/key:grid">
        <SelectField label={words.v4} {...field('v4')}>
          {['32', '24'].map((bits) => (
            <option key={bits} value={bits}>
              /{bits}
            </option>
          ))}
        </SelectField>
        <SelectField label={words.v6} {...field('v6')}>
          {['64', '56', '48'].map((bits) => (
            <option key={bits} value={bits}>
              /{bits}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label={words.partName}
        maxLength={100}
        {...field('name')}
        className="hidden group-has-[option[value=header]:checked]/key:grid group-has-[option[value=cookie]:checked]/key:grid"
      />
      <TextField
        label={words.expression}
        hint="{method} {path[1]}"
        maxLength={200}
        {...field('text')}
        className="hidden group-has-[option[value=expression]:checked]/key:grid"
      />
    </div>
  )
}
