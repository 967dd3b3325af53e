import type { NoticeTexts } from '@bollard/contracts'
import { languageNames, languages } from '@bollard/i18n'
import { NoticeBar, noticeIn } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

/** How pages in each language show a notice. Where a language has no text, its readers get the first that there is. */
export function NoticePreview({ texts }: { texts: NoticeTexts }) {
  const { t } = useTranslation()
  return (
    <dl className="grid gap-3">
      {languages.map((language) => {
        const notice = noticeIn(texts, language)
        return (
          <div key={language}>
            <dt className="mb-1 text-xs text-ink-3">
              {languageNames[language]}
              {notice === null || notice.language === language
                ? null
                : ` · ${t(($) => $.content.notice.instead, { language: languageNames[notice.language] })}`}
            </dt>
            <dd className="overflow-hidden rounded-md border border-line">
              {notice === null ? (
                <span className="block px-4 py-2 text-sm text-ink-3">{t(($) => $.content.notice.noText)}</span>
              ) : (
                <NoticeBar notice={notice} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
