import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

/** Stands where somebody comes back from proving who they are: what they were about to do was not done yet. */
export function ProvenAlert({ className }: { className?: string }) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  if (!search.has('proven')) return null
  return (
    <Alert kind="info" {...(className ? { className } : {})}>
      {t(($) => $.billing.proven)}
    </Alert>
  )
}
