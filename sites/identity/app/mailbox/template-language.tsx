import { type Language, languageNames, languages } from '@bollard/i18n'
import { SegmentedControl, SegmentedItem } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'

/** The language of the mails, which need not be the page's. */
export function TemplateLanguage({ current }: { current: Language }) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <SegmentedControl label={t(($) => $.mailbox.templatesLanguage)} className="w-fit">
      {languages.map((language) => (
        <SegmentedItem key={language} asChild current={language === current}>
          <Link
            to={`?${new URLSearchParams([...[...search].filter(([name]) => name !== 'in'), ['in', language]]).toString()}`}
            lang={language}
            preventScrollReset
            replace
          >
            {languageNames[language]}
          </Link>
        </SegmentedItem>
      ))}
    </SegmentedControl>
  )
}
