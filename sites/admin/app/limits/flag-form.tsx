import { type FlagName, flagNames, type FlagScope, flagScopes } from '@bollard/contracts'
import { languageNames, languages } from '@bollard/i18n'
import type { FieldErrors } from '@bollard/site-kit'
import { Button, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { flagTexts, scopeTexts } from './flag-words.ts'

/** Sets a flag. Every field is there, since which of them count hangs on the flag; each says which flag it is for. */
export function FlagForm({
  wanted,
  errorOf,
  formProps,
}: Pick<FieldErrors, 'errorOf' | 'formProps'> & {
  wanted: { name: FlagName; scope: FlagScope; scopeId: string }
}) {
  const { t } = useTranslation()
  return (
    <Form method="post" className="grid gap-4" {...formProps}>
      <SelectField label={t(($) => $.limits.flag)} name="name" defaultValue={wanted.name}>
        {flagNames.map((name) => (
          <option key={name} value={name}>
            {t(($) => $.limits.names[flagTexts[name]])}
          </option>
        ))}
      </SelectField>
      <SelectField label={t(($) => $.limits.scope)} name="scope" defaultValue={wanted.scope} error={errorOf('scope')}>
        {flagScopes.map((scope) => (
          <option key={scope} value={scope}>
            {t(($) => $.limits.scopes[scopeTexts[scope]])}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t(($) => $.limits.scopeId)}
        hint={t(($) => $.limits.scopeIdHint)}
        name="scopeId"
        defaultValue={wanted.scopeId}
        error={errorOf('scopeId')}
        maxLength={64}
      />
      <TextField
        label={t(($) => $.limits.number)}
        hint={t(($) => $.limits.numberHint)}
        name="number"
        type="number"
        min={1}
        max={10_000}
        error={errorOf('number')}
      />
      <fieldset className="grid gap-4">
        <legend className="mb-1.5 text-sm font-[520]">{t(($) => $.limits.texts)}</legend>
        {languages.map((language) => (
          <TextField
            key={language}
            label={languageNames[language]}
            name={`text-${language}`}
            error={language === languages[0] ? errorOf('texts') : undefined}
            maxLength={300}
          />
        ))}
      </fieldset>
      <SelectField label={t(($) => $.limits.hours)} name="hours" defaultValue="24" error={errorOf('endsAt')}>
        {[1, 4, 24, 72, 168, 720].map((hours) => (
          <option key={hours} value={hours}>
            {hours < 48
              ? t(($) => $.limits.forHours, { count: hours })
              : t(($) => $.limits.forDays, { count: hours / 24 })}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t(($) => $.action.reason)}
        name="reason"
        error={errorOf('reason')}
        required
        minLength={10}
        maxLength={500}
      />
      <Button type="submit" variant="primary" name="intent" value="set" className="justify-self-start">
        {t(($) => $.limits.setNow)}
      </Button>
    </Form>
  )
}
