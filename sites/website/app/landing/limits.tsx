import { useTranslation } from 'react-i18next'
import { Section } from './section.tsx'

/** What the product does not do: said here, before somebody relies on it. */
export function Limits() {
  const { t } = useTranslation()
  const limits = [
    t(($) => $.limits.people, { returnObjects: true }),
    t(($) => $.limits.careful, { returnObjects: true }),
    t(($) => $.limits.noScript, { returnObjects: true }),
  ]
  return (
    <Section id="limits" kick={t(($) => $.limits.kick)} title={t(($) => $.limits.title)}>
      <dl className="mt-10 grid gap-x-10 gap-y-8 md:grid-cols-3">
        {limits.map(({ title, text }) => (
          <div key={title} className="border-t border-line pt-5">
            <dt className="font-[580]">{title}</dt>
            <dd className="mt-2 text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
