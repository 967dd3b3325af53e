import { languageNames, languages } from '@bollard/i18n'
import { SegmentedControl, SegmentedItem } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { pathInLanguage } from '../site/language-path.ts'
import { useSite } from './site-context.tsx'

/** Links to this page in each language; query and anchor stay. Plain links: a new language is a new document. */
export function LanguageSwitcher({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { language: current } = useSite()
  const { pathname, search, hash } = useLocation()
  return (
    <SegmentedControl label={t(($) => $.structure.language)} {...(className ? { className } : {})}>
      {languages.map((language) => (
        <SegmentedItem
          key={language}
          current={language === current}
          href={`${pathInLanguage(pathname, language)}${search}${hash}`}
          hrefLang={language}
          lang={language}
        >
          <abbr className="no-underline" title={languageNames[language]}>
            {language.toUpperCase()}
          </abbr>
        </SegmentedItem>
      ))}
    </SegmentedControl>
  )
}
