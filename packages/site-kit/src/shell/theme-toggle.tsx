import { buttonClass, classNames, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Light or dark, remembered in this browser and in the account of whoever is signed in. The page script listens for it, so it works without hydration. */
export function ThemeToggle({ className }: { className?: string }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      data-theme-toggle
      data-needs-js
      className={classNames(
        buttonClass({ variant: 'quiet', size: 'dense' }),
        '!w-[2.125rem] shrink-0 !px-0 touch:!w-11',
        className,
      )}
    >
      <span className="dark:hidden">
        <Icon name="moon" />
        <span className="sr-only">{t(($) => $.structure.theme.toDark)}</span>
      </span>
      <span className="hidden dark:inline">
        <Icon name="sun" />
        <span className="sr-only">{t(($) => $.structure.theme.toLight)}</span>
      </span>
    </button>
  )
}
