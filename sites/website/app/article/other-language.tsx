import { type Language, languageNames } from '@bollard/i18n'
import { ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Says that a text does not exist in the language of the page, and leads to the one that does. */
export function OtherLanguage({ title, writtenIn, path }: { title: string; writtenIn: Language; path: string }) {
  const { t } = useTranslation()
  const name = languageNames[writtenIn]
  return (
    <>
      <h1 lang={writtenIn} className="text-[2rem] leading-[1.12] sm:text-[2.4rem]">
        {title}
      </h1>
      <p className="mt-4 max-w-[38rem] text-lg text-ink-2">{t(($) => $.article.otherLanguage.text)}</p>
      <p className="mt-6">
        <ButtonLink variant="primary" href={`/${writtenIn}${path}`} hrefLang={writtenIn}>
          {t(($) => $.article.otherLanguage.read, { language: name })}
        </ButtonLink>
      </p>
    </>
  )
}
