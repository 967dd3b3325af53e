import type { Webhook } from '@bollard/contracts'
import { Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Whether a webhook is on, and if not why. */
export function WebhookPill({ webhook }: { webhook: Pick<Webhook, 'active' | 'inactiveReason' | 'failingSince'> }) {
  const { t } = useTranslation()
  if (!webhook.active) {
    const reason = webhook.inactiveReason ?? 'MEMBER'
    return <Pill meaning={reason === 'MEMBER' ? 'neutral' : 'bot'}>{t(($) => $.webhooks.states[reason])}</Pill>
  }
  if (webhook.failingSince !== null) return <Pill meaning="doubt">{t(($) => $.webhooks.states.failing)}</Pill>
  return <Pill meaning="human">{t(($) => $.webhooks.states.on)}</Pill>
}
