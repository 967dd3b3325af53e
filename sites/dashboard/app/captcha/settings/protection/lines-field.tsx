import type { SiteSettings } from '@bollard/contracts'
import { TextAreaField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { SectionForm } from '../../../sections/settings-section.tsx'

/** A setting that is a list of texts, one a line. */
export function LinesField({
  form,
  name,
  error,
  ...words
}: {
  form: SectionForm
  name: keyof SiteSettings
  label: string
  hint: string
  /** Shown whatever is wrong with it. */
  error: string
  placeholder: string
}) {
  const { t } = useTranslation()
  const shown = form.shown[name]
  return (
    <TextAreaField
      id={name}
      name={name}
      {...words}
      aside={t(($) => $.settings.optional)}
      error={form.errorOf(name) === undefined ? undefined : error}
      rows={2}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      className="max-w-[34rem]"
      defaultValue={Array.isArray(shown) ? shown.join('\n') : ''}
    />
  )
}
