import { TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

interface ReasonFieldProps {
  /** By default that it is a reason. */
  label?: string
  /** Who reads it. */
  hint?: string
  error: string | undefined
}

/** The reason of a change, which somebody other than the operator reads: a line of 3 to 200 characters. */
export function ReasonField({ label, hint, error }: ReasonFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={label ?? t(($) => $.billing.reason)}
      {...(hint === undefined ? {} : { hint })}
      name="reason"
      required
      minLength={3}
      maxLength={200}
      error={error}
    />
  )
}
