import { stories } from '@bollard/content/published'
import { locales } from '@bollard/i18n'
import { PageHead, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { Breadcrumbs } from '../page/breadcrumbs.tsx'
import { longDate } from '../page/long-date.ts'
import { PageTitle } from '../page/page-section.tsx'

/** Plain HTML. */
export const handle = { hydrate: false, sameForAll: true }

export default function Highlights() {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const days = [...new Set(stories.map(({ date }) => date))]
  return (
    <div className="mx-auto grid max-w-[860px] gap-12 px-5 pt-8 pb-20 sm:px-8">
      <div>
        <PageHead title={t(($) => $.highlights.pageTitle)} description={t(($) => $.highlights.description)} />
        <Breadcrumbs
          above={[{ name: t(($) => $.integrations.captcha), path: '/products/captcha' }]}
          name={t(($) => $.highlights.name)}
        />
        <PageTitle title={t(($) => $.highlights.title)} lead={t(($) => $.highlights.lead)}>
          <p>
            <a href={`${urls.docs}/${language}/changelog`} className="text-link">
              {t(($) => $.highlights.changelog)}
            </a>
          </p>
        </PageTitle>
      </div>
      {days.map((day) => (
        <section key={day} aria-labelledby={`day-${day}`} className="grid gap-6 border-t border-line pt-6">
          <h2 id={`day-${day}`} className="font-sans text-base font-[580] tracking-normal text-ink-2">
            <time dateTime={day}>{longDate(day, locales[language])}</time>
          </h2>
          {stories
            .filter(({ date }) => date === day)
            .map((story) => (
              <Story key={story.id} story={story} />
            ))}
        </section>
      ))}
    </div>
  )
}

function Story({ story: { id, decision, target } }: { story: (typeof stories)[number] }) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const address = 'page' in target ? `/${language}${target.page}` : `${urls.docs}/${language}${target.docs}`
  return (
    <article id={id} className="grid max-w-[46em] scroll-mt-24 gap-2">
      <h3 className="text-[1.375rem] tracking-[-.02em]">{t(($) => $.highlights.stories[id].title)}</h3>
      <p className="text-ink-2">{t(($) => $.highlights.stories[id].text)}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <a href={address} className="text-link touch:min-h-11">
          {t(($) => $.highlights.read, { title: t(($) => $.highlights.targets[target.title]) })}
        </a>
        <span className="text-ink-3">{t(($) => $.highlights.decision, { number: decision })}</span>
      </p>
    </article>
  )
}
