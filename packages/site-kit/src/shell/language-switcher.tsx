import { languageNames, languages } from '@bollard/i18n'
import { Icon, SegmentedControl, SegmentedItem } from '@bollard/ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { pathInLanguage } from '../site/language-path.ts'
import { useSite } from './site-context.tsx'

/** The address of this page in each language; query and anchor stay. */
function useAddresses() {
  const { pathname, search, hash } = useLocation()
  return languages.map((language) => ({
    language,
    href: `${pathInLanguage(pathname, language)}${search}${hash}`,
  }))
}

/** A menu of links to this page in each language, for the head of a page. Plain links: a new language is a new document. */
export function LanguageSwitcher() {
  const { t } = useTranslation()
  const { language: current } = useSite()
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => closeAsExpected(menu.current), [])
  return (
    <details ref={menu} data-menu className="group relative">
      <summary className="flex h-[2.125rem] list-none items-center gap-1 rounded-dense border border-line-strong px-2.5 text-sm text-ink-2 hover:border-ink-3 hover:text-ink touch:h-11 [&::-webkit-details-marker]:hidden">
        <span className="sr-only">{t(($) => $.structure.language)}: </span>
        <abbr className="no-underline" title={languageNames[current]}>
          {current.toUpperCase()}
        </abbr>
        <Icon name="chevron-down" className="size-3.5 text-ink-3 group-open:rotate-180" />
      </summary>
      <ul className="absolute end-0 top-full z-40 mt-1.5 min-w-40 rounded-md border border-line bg-surface p-1 shadow-float">
        {useAddresses().map(({ language, href }) => (
          <li key={language}>
            <a
              href={href}
              hrefLang={language}
              lang={language}
              aria-current={language === current ? 'true' : undefined}
              className="flex min-h-9 items-center justify-between gap-4 rounded-sm px-2.5 text-sm hover:bg-sunken aria-[current]:font-[560] touch:min-h-11"
            >
              {languageNames[language]}
              {language === current ? <Icon name="check" className="size-4 text-ink-3" /> : null}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The same links side by side, for inside of a menu. */
export function LanguageLinks({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { language: current } = useSite()
  return (
    <SegmentedControl label={t(($) => $.structure.language)} {...(className ? { className } : {})}>
      {useAddresses().map(({ language, href }) => (
        <SegmentedItem key={language} current={language === current} href={href} hrefLang={language} lang={language}>
          <abbr className="no-underline" title={languageNames[language]}>
            {language.toUpperCase()}
          </abbr>
        </SegmentedItem>
      ))}
    </SegmentedControl>
  )
}

/** Closes a menu with Escape, with a press elsewhere, and when the keyboard goes on. Without script it opens and closes by its summary. */
function closeAsExpected(menu: HTMLDetailsElement | null): (() => void) | undefined {
  if (menu === null) return undefined
  const ended = new AbortController()
  const { signal } = ended
  const close = () => (menu.open = false)
  const isOutside = (target: EventTarget | null) => target instanceof Node && !menu.contains(target)
  document.addEventListener('pointerdown', ({ target }) => isOutside(target) && close(), { signal })
  menu.addEventListener('focusout', ({ relatedTarget }) => isOutside(relatedTarget) && close(), { signal })
  menu.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape' || !menu.open) return
      close()
      menu.querySelector('summary')?.focus()
    },
    { signal },
  )
  return () => ended.abort()
}
