import { useFormats } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import type { AuditWords } from './describe-entry.ts'

export function useAuditWords(): AuditWords {
  const { t } = useTranslation()
  const { moment, whole } = useFormats()
  const reasons = Object.entries(t(($) => $.settings.locks.reasons, { returnObjects: true })).map(
    ([code, { name }]) => [code, name],
  )
  return {
    actions: t(($) => $.settings.audit.actions, { returnObjects: true }),
    other: t(($) => $.settings.audit.other),
    fields: t(($) => $.settings.audit.fields, { returnObjects: true }),
    values: {
      ...t(($) => $.roles, { returnObjects: true }),
      ...t(($) => $.settings.unsubscribe.reasons, { returnObjects: true }),
      ...t(($) => $.settings.audit.values, { returnObjects: true }),
      ...t(($) => $.settings.locks.effects, { returnObjects: true }),
      ...Object.fromEntries(reasons),
    },
    nothing: t(($) => $.settings.audit.nothing),
    moment,
    whole,
  }
}
