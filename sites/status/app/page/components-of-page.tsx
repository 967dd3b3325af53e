import type { PublicComponent, PublicContent } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { DayPosts, PostPatterns } from '../posts/day-posts.tsx'
import { ResponseChart } from '../posts/response-chart.tsx'
import { type RowWords, useRowWords } from '../posts/row-words.ts'
import { StateWord } from '../look/state-mark.tsx'

/** Every component with its state and its days, in groups. */
export function ComponentsOfPage({ content }: { content: PublicContent }) {
  const { t } = useTranslation()
  const words = useRowWords(content)
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
              <ComponentRow key={component.id} component={component} days={content.days} words={words} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

function ComponentRow({ component, days, words }: { component: PublicComponent; days: number; words: RowWords }) {
  const { name, description, state, uptimePercent, responseTimes } = component
  return (
    <li id={component.id} className="grid gap-2 px-4 py-4 sm:px-5">
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 font-[560] [overflow-wrap:anywhere]">
          {name}
          {description === null ? null : <span className="block text-sm font-[400] text-ink-2">{description}</span>}
        </p>
        <StateWord state={state} word={words.states[state]} />
      </div>
      <DayPosts component={component} days={days} words={words} />
      <div className="tabular flex justify-between gap-4 text-xs text-ink-3">
        <span>{words.first}</span>
        <span>{uptimePercent === null ? words.noUptime : words.uptime(uptimePercent)}</span>
        <span>{words.today}</span>
      </div>
      {responseTimes === null ? null : <ResponseChart times={responseTimes} />}
    </li>
  )
}
