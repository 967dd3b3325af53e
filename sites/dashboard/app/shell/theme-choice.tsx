import { useSite } from '@bollard/site-kit'
import { classNames } from '@bollard/ui'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

const choices = ['light', 'dark', 'system'] as const
type Choice = (typeof choices)[number]

/** Light, dark, or as the system. The page script listens for it, and keeps it in the account. */
export function ThemeChoice() {
  const { t } = useTranslation()
  const { theme } = useSite()
  const chosen = useSyncExternalStore(watchTheme, shownTheme, () => theme)
  return (
    <fieldset data-needs-js className="flex divide-x divide-line-strong rounded-[9px] border border-line-strong">
      <legend className="sr-only">{t(($) => $.account.theme)}</legend>
      {choices.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={chosen === choice}
          data-theme-choice={choice}
          className={classNames(
            'h-8 flex-1 px-2 text-sm whitespace-nowrap first:rounded-s-[8px] last:rounded-e-[8px] touch:h-11',
            chosen === choice ? 'bg-sunken font-[560] text-ink' : 'text-ink-2 hover:text-ink',
          )}
        >
          {t(($) => $.account.themes[choice])}
        </button>
      ))}
    </fieldset>
  )
}

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

function shownTheme(): Choice {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
