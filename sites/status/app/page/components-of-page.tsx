import type { PublicComponent, PublicContent } from '@bollard/contracts'
import { formatsFor, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { DayPosts, PostPatterns } from '../posts/day-posts.tsx'
import { ResponseChart } from '../posts/response-chart.tsx'
import { StateMark } from '../look/state-mark.tsx'
import { percentOf } from '../look/when.ts'

/** Every component with its state and its days, in groups. */
export function ComponentsOfPage({ content }: { content: PublicContent }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="services" className="grid gap-8">
      <h2 id="services" className="sr-only">
        {t(($) => $.services)}
      </h2>
      <PostPatterns />
      {content.groups.map(({ name, components }, index) => (
        <section key={index} {...(name === null ? {} : { 'aria-label': name })} className="grid gap-3">
          {name === null ? null : <h3 className="text-lg">{name}</h3>}
          <ul className="divide-y divide-line rounded-md border border-line bg-surface">
            {components.map((component) => (
              <ComponentRow key={component.id} component={component} content={content} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

function ComponentRow({ component, content }: { component: PublicComponent; content: PublicContent }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { name, description, state, uptimePercent, responseTimes } = component
  const { days, firstDay } = content
  return (
    <li id={component.id} className="grid gap-2 px-4 py-4 sm:px-5">
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 font-[560] [overflow-wrap:anywhere]">
          {name}
          {description === null ? null : <span className="block text-sm font-[400] text-ink-2">{description}</span>}
        </p>
        <StateMark state={state} />
      </div>
      <DayPosts component={component} firstDay={firstDay} days={days} />
      <div className="tabular flex justify-between gap-4 text-xs text-ink-3">
        <span>{t(($) => $.posts.first, { count: days })}</span>
        <span>
          {uptimePercent === null
            ? t(($) => $.posts.noUptime)
            : t(($) => $.posts.uptime, { percent: percentOf(formatsFor(language, 'UTC'), uptimePercent) })}
        </span>
        <span>{t(($) => $.posts.today)}</span>
      </div>
      {responseTimes === null ? null : <ResponseChart times={responseTimes} />}
    </li>
  )
}
