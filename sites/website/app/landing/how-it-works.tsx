import { useTranslation } from 'react-i18next'
import { Section } from './section.tsx'

export function HowItWorks() {
  const { t } = useTranslation()
  const parts = [
    t(($) => $.how.work, { returnObjects: true }),
    t(($) => $.how.score, { returnObjects: true }),
    t(($) => $.how.reasons, { returnObjects: true }),
  ]
  const never = t(($) => $.how.never, { returnObjects: true })
  return (
    <div className="border-y border-line bg-surface">
      <Section id="how" kick={t(($) => $.how.kick)} title={t(($) => $.how.title)}>
        <div className="mt-11 grid gap-10 md:grid-cols-3">
          {parts.map(({ title, text }, index) => (
            <article key={title}>
              <span aria-hidden="true" className="mb-4 flex h-7 items-end gap-1">
                {[0, 1, 2].map((post) => (
                  <span
                    key={post}
                    className={`w-2 rounded-post ${post === index ? 'h-7 bg-amber' : 'h-5 bg-line-strong'}`}
                  />
                ))}
              </span>
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2.5 text-ink-2">{text}</p>
            </article>
          ))}
        </div>
        <article className="mt-12 rounded-lg border border-line bg-paper p-6 sm:max-w-[44rem]">
          <h3 className="text-lg">{never.title}</h3>
          <p className="mt-2 text-ink-2">{never.text}</p>
        </article>
      </Section>
    </div>
  )
}
