import { NotificationStack } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The stack of messages of every page of the dashboard. */
export function Notifications({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const types = t(($) => $.elements.notification, { returnObjects: true })
  return <NotificationStack texts={{ region: t(($) => $.elements.notifications), dismiss: t(($) => $.elements.dismiss), types }}>{children}</NotificationStack>
}
