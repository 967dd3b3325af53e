import { TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

interface LabelFieldProps {
  placeholder: string
  typed: string
  error: string | undefined
}

/** What a new solution is called. */
export function LabelField({ placeholder, typed, error }: LabelFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      name="label"
      label={t(($) => $.create.label)}
      hint={t(($) => $.create.labelHint)}
      placeholder={placeholder}
      autoComplete="off"
      required
      minLength={3}
      maxLength={50}
      defaultValue={typed}
      error={error}
    />
  )
}
