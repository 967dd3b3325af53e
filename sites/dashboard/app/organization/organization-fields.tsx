import { organizationKinds } from '@bollard/contracts'
import { languageNames, languages } from '@bollard/i18n'
import { SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useRateWords } from './rate-words.ts'
import type { TypedFacts } from './read-form.ts'

export type Countries = readonly { code: string; name: string }[]

interface FieldsProps {
  /** What was typed, or what is stored. */
  values: TypedFacts
  countries: Countries
  errorOf: (name: string) => string | undefined
}

/** Labels of the fields in the order of the page. */
export function useFactLabels() {
  const { t } = useTranslation()
  return {
    name: t(($) => $.organizations.fields.name),
    kind: t(($) => $.organizations.fields.kind),
    contactEmail: t(($) => $.organizations.fields.contactEmail),
    website: t(($) => $.organizations.fields.website),
    language: t(($) => $.organizations.fields.language),
    legalName: t(($) => $.organizations.fields.legalName),
    countryCode: t(($) => $.organizations.fields.countryCode),
    vatId: t(($) => $.organizations.fields.vatId),
    registerNumber: t(($) => $.organizations.fields.registerNumber),
  }
}

/** What a field says when its entry is not one. */
export function useFactWords() {
  const { t } = useTranslation()
  return {
    website: t(($) => $.organizations.faults.website),
    vatId: t(($) => $.organizations.faults.vatId),
    countryCode: t(($) => $.organizations.faults.countryCode),
    kind: t(($) => $.organizations.faults.kind),
    referralCode: t(($) => $.organizations.faults.referralCode),
  }
}

/** Who an organization is to others: its name, its kind and how to reach it. */
export function PublicFields({ values, errorOf }: Omit<FieldsProps, 'countries'>) {
  const { t } = useTranslation()
  const labels = useFactLabels()
  return (
    <>
      <TextField
        id="name"
        name="name"
        label={labels.name}
        hint={t(($) => $.organizations.fields.nameHint)}
        error={errorOf('name')}
        required
        minLength={2}
        maxLength={80}
        autoComplete="organization"
        defaultValue={values.name}
      />
      <KindChoice chosen={values.kind} error={errorOf('kind')} />
      <TextField
        id="contactEmail"
        name="contactEmail"
        type="email"
        label={labels.contactEmail}
        hint={t(($) => $.organizations.fields.contactEmailHint)}
        error={errorOf('contactEmail')}
        required
        maxLength={254}
        autoComplete="email"
        defaultValue={values.contactEmail}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          id="website"
          name="website"
          label={labels.website}
          aside={t(($) => $.organizations.fields.optional)}
          error={errorOf('website')}
          maxLength={2048}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="url"
          placeholder="https://example.org"
          defaultValue={values.website}
        />
        <SelectField
          id="language"
          name="language"
          label={labels.language}
          error={errorOf('language')}
          defaultValue={values.language}
        >
          {languages.map((code) => (
            <option key={code} value={code}>
              {languageNames[code]}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  )
}

/** Who it is to the law: what documents of payouts name, and what a verification looks at. */
export function LegalFields({ values, countries, errorOf }: FieldsProps) {
  const { t } = useTranslation()
  const labels = useFactLabels()
  const optional = t(($) => $.organizations.fields.untilPayout)
  return (
    <>
      <TextField
        id="legalName"
        name="legalName"
        label={labels.legalName}
        aside={optional}
        hint={t(($) => $.organizations.fields.legalNameHint)}
        error={errorOf('legalName')}
        maxLength={160}
        autoComplete="organization"
        defaultValue={values.legalName}
      />
      <SelectField
        id="countryCode"
        name="countryCode"
        label={labels.countryCode}
        error={errorOf('countryCode')}
        required
        autoComplete="country"
        defaultValue={values.countryCode}
      >
        <option value="">{t(($) => $.organizations.fields.choose)}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          id="vatId"
          name="vatId"
          label={labels.vatId}
          aside={optional}
          error={errorOf('vatId')}
          maxLength={20}
          autoCapitalize="characters"
          spellCheck={false}
          autoComplete="off"
          placeholder="DE123456789"
          defaultValue={values.vatId}
        />
        <TextField
          id="registerNumber"
          name="registerNumber"
          label={labels.registerNumber}
          aside={optional}
          error={errorOf('registerNumber')}
          maxLength={60}
          autoComplete="off"
          defaultValue={values.registerNumber}
        />
      </div>
    </>
  )
}

function KindChoice({ chosen, error }: { chosen: string; error: string | undefined }) {
  const { t } = useTranslation()
  const rateOf = useRateWords()
  return (
    <fieldset
      id="kind"
      role="radiogroup"
      tabIndex={-1}
      className="grid gap-2"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? 'kind-error' : undefined}
    >
      <legend className="mb-1.5 text-sm font-[520]">{t(($) => $.organizations.fields.kind)}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {organizationKinds.map((kind) => (
          <label
            key={kind}
            className="flex cursor-pointer items-start gap-3 rounded-md border border-line-strong px-4 py-3 hover:border-ink-3 has-checked:border-ink has-checked:bg-sunken"
          >
            <input
              type="radio"
              name="kind"
              value={kind}
              required
              defaultChecked={chosen === kind}
              className="mt-1 size-4 shrink-0 accent-amber"
            />
            <span className="grid gap-0.5 text-sm font-[560]">
              {t(($) => $.organizations.kinds[kind].name)}
              <span className="font-[400] text-ink-2">{rateOf(kind)}</span>
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p id="kind-error" className="text-sm text-bot">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
