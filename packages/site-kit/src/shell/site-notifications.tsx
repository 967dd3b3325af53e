import { NotificationStack } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The stack of toasts in the page's language; everything inside may call `useNotify()` of `@bollard/ui`. For hydrated pages. */
export function SiteNotifications({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const texts = {
    region: t(($) => $.elements.notifications),
    dismiss: t(($) => $.elements.dismiss),
    types: {
      INFO: t(($) => $.elements.notification.INFO),
      SUCCESS: t(($) => $.elements.notification.SUCCESS),
      WARNING: t(($) => $.elements.notification.WARNING),
      DANGER: t(($) => $.elements.notification.DANGER),
    },
  }
  return <NotificationStack texts={texts}>{children}</NotificationStack>
}
