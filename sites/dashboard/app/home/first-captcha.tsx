import { useSite } from '@bollard/site-kit'
import { ButtonLink, Card, Posts } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** What stands here before there is any solution: the next step, and what follows it. */
export function FirstCaptcha() {
  const { t } = useTranslation()
  const { language } = useSite()
  const steps = [t(($) => $.dashboard.step1), t(($) => $.dashboard.step2), t(($) => $.dashboard.step3)]
  return (
    <Card padded={false} className="grid overflow-hidden lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid content-center justify-items-start gap-3 px-6 py-10 sm:px-10 sm:py-12">
        <Posts className="mb-2 size-12" />
        <h2 className="text-xl">{t(($) => $.dashboard.emptyTitle)}</h2>
        <p className="max-w-[34rem] text-ink-2">{t(($) => $.dashboard.empty)}</p>
        <ButtonLink asChild variant="primary" className="mt-3">
          <Link to={`/${language}/solution-creation`}>{t(($) => $.dashboard.emptyAction)}</Link>
        </ButtonLink>
      </div>
      <div className="grid content-center gap-4 border-t border-line bg-sunken px-6 py-8 sm:px-10 lg:border-t-0 lg:border-s">
        <h3 className="font-sans text-sm font-[560] tracking-normal text-ink-2">{t(($) => $.dashboard.emptySteps)}</h3>
        <ol className="grid gap-4">
          {steps.map((step, index) => (
            <li key={step} className="flex items-center gap-3">
              <span
                aria-hidden="true"
                className="grid h-8 w-5 shrink-0 place-items-center rounded-post bg-ink text-xs font-[560] text-paper"
              >
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </div>
    </Card>
  )
}
