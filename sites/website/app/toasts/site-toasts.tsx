import { ModuleScript } from '@bollard/site-kit'
import { classNames, type NotificationType, ToastFrame, toastPlace } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import island from './site-toasts.island.ts?worker&url'

const types: readonly NotificationType[] = ['INFO', 'SUCCESS', 'WARNING', 'DANGER']

/**
 * The place of toasts on pages without React: an empty toast of each type, which the element copies, and the two regions that screen readers
 * listen to from the start. Scripts of the page use it through `tellPage`; without scripts the page says everything itself.
 */
export function SiteToasts() {
  const { t } = useTranslation()
  const said = t(($) => $.toasts, { returnObjects: true })
  const texts = {
    region: t(($) => $.elements.notifications),
    dismiss: t(($) => $.elements.dismiss),
    types: t(($) => $.elements.notification, { returnObjects: true }),
  }
  return (
    <site-toasts
      data-copied={said.copied}
      data-not-copied={said.notCopied}
      data-not-downloaded={said.notDownloaded}
      data-answer-saved={said.answerSaved}
    >
      <div hidden>
        {types.map((type) => (
          <ToastFrame key={type} type={type} title="" description="" isKept={false} texts={texts} />
        ))}
      </div>
      {/* The question about cookies lies at the bottom, and both its answers stay in sight. */}
      <section
        aria-label={texts.region}
        className={classNames(
          toastPlace,
          '[html:has([data-consent-banner])_&]:top-20 [html:has([data-consent-banner])_&]:bottom-auto',
          // Without a toast it has no size, and nothing seems to move when its place is another.
          '[&:not(:has([data-slot=toast]))]:gap-0',
        )}
      >
        <div role="alert" aria-atomic="false" className="grid gap-2.5" />
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output is what a form yields, in a line */}
        <div role="status" aria-atomic="false" className="grid gap-2.5" />
      </section>
      <ModuleScript src={island} />
    </site-toasts>
  )
}
