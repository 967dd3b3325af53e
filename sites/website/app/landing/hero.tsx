import { useSite } from '@bollard/site-kit'
import { ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { Verdict } from '../demo/verdict.ts'
import { DemoForm } from './demo-form.tsx'
import type { RecordedVerdict } from './recorded-verdict.server.ts'

export function Hero({ verdict, recorded }: { verdict: Verdict | null; recorded: RecordedVerdict | null }) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  return (
    <div className="mx-auto grid max-w-[1180px] items-center gap-12 px-5 pt-10 pb-14 sm:px-8 lg:grid-cols-[1.08fr_.92fr] lg:gap-[72px] xl:grid-cols-[1.2fr_.8fr] xl:gap-12 lg:pt-16">
      <div>
        <h1 className="text-3xl font-[680] tracking-[-.035em] xl:text-[3.75rem]">
          <span className="block">{t(($) => $.hero.people)}</span>{' '}
          <span className="block">{t(($) => $.hero.bots)}</span>
        </h1>
        <p className="my-6 max-w-[33em] text-[1.1875rem] leading-[1.55] text-ink-2 sm:mb-8">{t(($) => $.hero.lead)}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="primary" href={`${urls.identity}/${language}/sign-up`}>
            {t(($) => $.hero.protect)}
          </ButtonLink>
          <ButtonLink href="#how">{t(($) => $.hero.how)}</ButtonLink>
        </div>
        <p className="mt-[18px] text-sm text-ink-2">
          <a className="text-link" href={`/${language}/products/captcha/recaptcha-alternative`}>
            {t(($) => $.products.captcha.dropIn)}
          </a>
        </p>
        <p className="mt-1 text-sm text-ink-3">{t(($) => $.hero.fine)}</p>
      </div>
      <DemoForm verdict={verdict} recorded={recorded} />
    </div>
  )
}
