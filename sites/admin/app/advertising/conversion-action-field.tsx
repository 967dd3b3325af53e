import { TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Under which action of the advertiser's account conversions are sent: its number. */
export function ConversionActionField({ error }: { error: string | undefined }) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t(($) => $.advertising.conversionAction)}
      name="action"
      inputMode="numeric"
      required
      pattern="\d{1,20}"
      error={error}
    />
  )
}
