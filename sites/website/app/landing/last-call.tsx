import { useSite } from '@bollard/site-kit'
import { ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

export function LastCall() {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  return (
    <section className="border-t border-line bg-amber-wash">
      <div className="mx-auto flex max-w-[1180px] flex-wrap items-center gap-x-12 gap-y-6 px-5 py-14 sm:px-8">
        <div className="me-auto max-w-[36rem]">
          <h2 className="text-2xl">{t(($) => $.last.title)}</h2>
          <p className="mt-3 text-ink-2">{t(($) => $.last.text)}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="primary" href={`${urls.identity}/${language}/sign-up`}>
            {t(($) => $.last.start)}
          </ButtonLink>
          <ButtonLink href={`${urls.identity}/${language}/sign-in`}>{t(($) => $.last.signIn)}</ButtonLink>
        </div>
      </div>
    </section>
  )
}
