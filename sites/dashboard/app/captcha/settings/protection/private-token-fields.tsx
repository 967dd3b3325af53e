import { TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { SectionForm } from '../../../sections/settings-section.tsx'

/** Whose private access tokens count in favour of a visitor; nobody's where both fields are empty. */
export function PrivateTokenFields({ form }: { form: SectionForm }) {
  const { t } = useTranslation()
  const shown = form.shown['privateTokens']
  const partOf = (name: string): string => {
    const part: unknown = typeof shown === 'object' && shown !== null ? Reflect.get(shown, name) : ''
    return typeof part === 'string' ? part : ''
  }
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-1 text-sm font-[560]">{t(($) => $.captchaSettings.fields.privateTokens.label)}</legend>
      <p className="max-w-[44rem] text-sm text-ink-2">{t(($) => $.captchaSettings.fields.privateTokens.about)}</p>
      <div className="grid max-w-[44rem] gap-4 sm:grid-cols-2">
        {(['issuer', 'publicKey'] as const).map((part) => (
          <TextField
            key={part}
            id={`privateTokens/${part}`}
            name={`privateTokens/${part}`}
            label={t(($) => $.captchaSettings.privateTokens[part])}
            aside={t(($) => $.settings.optional)}
            error={form.errorOf(`privateTokens/${part}`)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={part === 'issuer' ? 'issuer.example.org' : ''}
            defaultValue={partOf(part)}
          />
        ))}
      </div>
    </fieldset>
  )
}
