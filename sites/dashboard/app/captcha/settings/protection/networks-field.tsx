import { TextAreaField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { SectionForm } from '../../../sections/settings-section.tsx'

/** Networks whose visitors never get more work. */
export function NetworksField({ form }: { form: SectionForm }) {
  const { t } = useTranslation()
  const networks = form.shown['exemptNetworks']
  return (
    <TextAreaField
      id="exemptNetworks"
      name="exemptNetworks"
      label={t(($) => $.captchaSettings.fields.exemptNetworks.label)}
      aside={t(($) => $.settings.optional)}
      hint={t(($) => $.captchaSettings.fields.exemptNetworks.about)}
      error={form.errorOf('exemptNetworks') === undefined ? undefined : t(($) => $.captchaSettings.networksError)}
      rows={2}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="192.0.2.0/24"
      className="max-w-[34rem]"
      defaultValue={Array.isArray(networks) ? networks.join('\n') : ''}
    />
  )
}
