import { useTranslation } from 'react-i18next'
import type { GeneralField } from './general-fields.ts'

/** What the fields are called, in the order of the page. */
export function useGeneralLabels(): Readonly<Record<GeneralField, string>> {
  const { t } = useTranslation()
  return {
    label: t(($) => $.settings.general.label),
    timezone: t(($) => $.settings.general.timezone),
    notificationEmails: t(($) => $.settings.general.emails),
    language: t(($) => $.settings.general.language),
    usageAlertPercents: t(($) => $.settings.general.percents),
  }
}
