import { isLanguage, type Language, languageNames } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

/**
 * The query that keeps a language that was chosen: without cookies it stands in the address. Empty where the
 * browser's own counts.
 */
export function useLanguageQuery(): string {
  const [search] = useSearchParams()
  const chosen = search.get('lang')
  return isLanguage(chosen) ? `?lang=${chosen}` : ''
}

/** This page in each of its languages. */
export function Languages({ offered }: { offered: readonly Language[] }) {
  const { t } = useTranslation()
  const { language: current } = useSite()
  const [search] = useSearchParams()
  const month = search.get('month')
  if (offered.length < 2) return null
  return (
    <nav aria-label={t(($) => $.structure.language)} className="flex flex-wrap gap-x-3">
      {offered.map((language) => (
        <a
          key={language}
          href={`?${new URLSearchParams({ lang: language, ...(month === null ? {} : { month }) })}`}
          hrefLang={language}
          lang={language}
          aria-current={language === current ? 'true' : undefined}
          className="inline-flex min-h-9 items-center hover:text-ink aria-[current]:font-[560] aria-[current]:text-ink touch:min-h-11"
        >
          {languageNames[language]}
        </a>
      ))}
    </nav>
  )
}
