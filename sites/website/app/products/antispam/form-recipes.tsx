import { useTranslation } from 'react-i18next'

/** For each kind of form: what to set, what your server does with doubt, and what it does during an outage. */
export function FormRecipes() {
  const { t } = useTranslation()
  const recipes = Object.entries(t(($) => $.products.antispam.recipes.list, { returnObjects: true }))
  const labels = t(($) => $.products.antispam.recipes.labels, { returnObjects: true })
  return (
    <div className="mt-10 grid gap-4 md:grid-cols-2">
      {recipes.map(([key, { title, set, doubt, outage }]) => (
        <article key={key} className="rounded-lg border border-line bg-surface p-5 sm:p-6">
          <h3 className="text-xl">{title}</h3>
          <dl className="mt-4 grid gap-3 text-ink-2">
            {[
              { label: labels.set, text: set },
              { label: labels.doubt, text: doubt },
              { label: labels.outage, text: outage },
            ].map(({ label, text }) => (
              <div key={label}>
                <dt className="text-sm font-[560] text-ink">{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </article>
      ))}
    </div>
  )
}
