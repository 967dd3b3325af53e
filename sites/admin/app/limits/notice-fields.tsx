import type { NoticeTexts } from '@bollard/contracts'
import { languageNames, languages } from '@bollard/i18n'
import type { FieldErrors } from '@bollard/site-kit'
import { SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** The text of a notice in each language; one is enough. */
export function NoticeFields({ errorOf, texts = {} }: Pick<FieldErrors, 'errorOf'> & { texts?: NoticeTexts }) {
  const { t } = useTranslation()
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 text-sm font-[520]">{t(($) => $.limits.texts)}</legend>
      {languages.map((language) => (
        <TextField
          key={language}
          label={languageNames[language]}
          name={`text-${language}`}
          lang={language}
          defaultValue={texts[language] ?? ''}
          error={language === languages[0] ? errorOf('texts') : undefined}
          maxLength={300}
        />
      ))}
    </fieldset>
  )
}

/** For how long a flag holds. */
export function HoursField({ error, hours = 24 }: { error: string | undefined; hours?: number }) {
  const { t } = useTranslation()
  return (
    <SelectField label={t(($) => $.limits.hours)} name="hours" defaultValue={hours} error={error}>
      {[1, 4, 24, 72, 168, 720].map((one) => (
        <option key={one} value={one}>
          {one < 48 ? t(($) => $.limits.forHours, { count: one }) : t(($) => $.limits.forDays, { count: one / 24 })}
        </option>
      ))}
    </SelectField>
  )
}
