import { classNames, Logo } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { LanguageSwitcher } from './language-switcher.tsx'
import { useSite } from './site-context.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** The head of a page without navigation: the logo, which leads home, then language and theme. `className` sets its width and room. */
export function PlainHeader({ home, className }: { home?: string; className?: string }) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <header
      className={classNames('flex items-center gap-3', className ?? 'mx-auto w-full max-w-[1180px] px-5 py-4 sm:px-8')}
    >
      <a href={home ?? `/${language}`} aria-label={t(($) => $.structure.home)} className="me-auto rounded-sm">
        <Logo name="Bollard" />
      </a>
      <LanguageSwitcher />
      <ThemeToggle />
    </header>
  )
}
