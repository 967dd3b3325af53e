import { languageNames, languages } from '@bollard/i18n'
import { Checkbox, CopyButton, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { LiveForm } from '../sections/live-form.tsx'
import { type NoticeChoice, retentionDaysMax, retentionDaysMin } from './notice-choice.ts'

/** Questions about an installation, and the paragraphs for a privacy notice that follow from the answers. */
export function NoticeGenerator({ choice, paragraphs }: { choice: NoticeChoice; paragraphs: readonly string[] }) {
  const { t } = useTranslation()
  const texts = t(($) => $.products.gdpr.notice.fields, { returnObjects: true })
  return (
    <LiveForm
      id="notice-text"
      fields={
        <>
          <SelectField label={texts.language} name="text" defaultValue={choice.language}>
            {languages.map((language) => (
              <option key={language} value={language}>
                {languageNames[language]}
              </option>
            ))}
          </SelectField>
          <SelectField label={texts.runBy} name="runBy" defaultValue={choice.runBy}>
            <option value="self">{texts.self}</option>
            <option value="other">{texts.other}</option>
          </SelectField>
          <TextField label={texts.operator} name="operator" defaultValue={choice.operator} maxLength={200} />
          <TextField label={texts.host} name="host" defaultValue={choice.host} maxLength={200} />
          <TextField
            label={texts.days}
            name="days"
            type="number"
            min={retentionDaysMin}
            max={retentionDaysMax}
            defaultValue={choice.days}
          />
          <SelectField label={texts.basis} name="basis" defaultValue={choice.basis}>
            <option value="interest">{texts.interest}</option>
            <option value="consent">{texts.consent}</option>
          </SelectField>
          <Checkbox label={texts.minimalData} name="minimalData" defaultChecked={choice.minimalData} />
        </>
      }
    >
      <div className="rounded-lg border border-line bg-surface">
        <div className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-3">
          <h3 className="me-auto font-sans text-base font-[580] tracking-normal">
            {t(($) => $.products.gdpr.notice.result)}
          </h3>
          <CopyButton
            text={paragraphs.join('\n\n')}
            texts={{ copy: t(($) => $.elements.copy), copied: t(($) => $.elements.copied) }}
          />
        </div>
        <div lang={choice.language} className="grid gap-3 px-5 py-4">
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="[overflow-wrap:anywhere]">
              {paragraph}
            </p>
          ))}
        </div>
      </div>
      <p className="mt-3 text-sm text-ink-2">{t(($) => $.products.gdpr.notice.advice)}</p>
    </LiveForm>
  )
}
