import { useFormats } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

type Words = Readonly<Record<string, string>>

/** What the audit log stores of a field, as the pages of the organization call it. Values that have no word stay as they are. */
export function useAuditValues(): (action: string, field: string, value: string) => string {
  const { t } = useTranslation()
  const formats = useFormats()
  const kinds = t(($) => $.organizations.kinds, { returnObjects: true })
  const preferences = t(($) => $.organizations.general.preferences, { returnObjects: true })
  const evidence: Words = t(($) => $.organizations.verify.evidence, { returnObjects: true })
  const words: Readonly<Record<string, Words>> = {
    role: t(($) => $.roles, { returnObjects: true }),
    kind: { ...named(kinds), ...evidence },
    evidence,
    verification: t(($) => $.organizations.verificationStates, { returnObjects: true }),
    purpose: t(($) => $.organizations.links.purposes, { returnObjects: true }),
    status: t(($) => $.organizations.earnings.states, { returnObjects: true }),
    payoutStatus: t(($) => $.organizations.earnings.payoutStates, { returnObjects: true }),
    commissionPreference: named(preferences),
    payoutAccount: {
      changed: t(($) => $.organizations.audit.accountChanged),
      removed: t(($) => $.organizations.audit.accountRemoved),
    },
  }
  return (action, field, value) => {
    // Payouts and commissions have states of the same names.
    const known = words[field === 'status' && action.startsWith('payout.') ? 'payoutStatus' : field]
    if (field === 'added' || field === 'ended')
      return t(($) => $.organizations.audit.ids, { count: value.split(', ').length })
    if (field === 'expiresAt') return formats.day(value)
    return value
      .split(', ')
      .map((one) => known?.[one] ?? one)
      .join(', ')
  }
}

function named(texts: Readonly<Record<string, { name: string }>>): Words {
  return Object.fromEntries(Object.entries(texts).map(([code, { name }]) => [code, name]))
}
