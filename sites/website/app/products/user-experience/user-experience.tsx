import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { Section } from '../../landing/section.tsx'
import { Band } from '../sections/band.tsx'
import { Glance } from '../sections/glance.tsx'
import { MoreLinks } from '../sections/more-links.tsx'
import { Points } from '../sections/points.tsx'
import { ProductPage } from '../sections/product-page.tsx'
import { useLinks } from '../sections/use-links.ts'
import type { Route } from './+types/user-experience.ts'
import { Configurator } from './configurator.tsx'
import { highlightedMarkup } from './highlighted-markup.server.ts'
import { readMeasuredTimings } from './measured-timings.server.ts'
import { Timings } from './timings.tsx'
import { choiceOf } from './widget-choice.ts'
import { widgetLanguages, type WidgetLanguage } from './widget-languages.server.ts'

export const handle = { hydrate: false }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { language, site } = scopeOf(context, request)
  const languages = widgetLanguages(language)
  const choice = choiceOf(
    new URL(request.url).searchParams,
    languages.map(({ tag }) => tag),
  )
  return { timings: readMeasuredTimings(), languages, choice, html: await highlightedMarkup(site.urls.api, choice) }
}

export default function UserExperience({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const links = useLinks()
  const { timings, languages, choice, html } = loaderData
  const locale = locales[useSite().language]
  const glance = t(($) => $.products.experience.glance, { returnObjects: true })
  const seconds =
    timings.toToken &&
    t(($) => $.products.experience.timings.seconds, { value: timings.toToken.chromium.toLocaleString(locale) })
  return (
    <ProductPage
      texts={t(($) => $.products.experience.page, { returnObjects: true })}
      next={links.signUp}
      aside={
        <Glance
          figures={[
            { value: seconds, label: glance.seconds },
            { value: '0', label: glance.puzzles },
            { value: String(languages.length), label: glance.languages },
          ]}
        />
      }
      questions={t(($) => $.products.experience.questions, { returnObjects: true })}
    >
      <Band>
        <Section
          id="timings"
          kick={t(($) => $.products.experience.timings.kick)}
          title={t(($) => $.products.experience.timings.title)}
        >
          <Timings {...timings} />
        </Section>
      </Band>
      <Section
        id="try"
        kick={t(($) => $.products.experience.configurator.kick)}
        title={t(($) => $.products.experience.configurator.title)}
      >
        <Configurator choice={choice} languages={languages} html={html} />
        <MoreLinks
          links={[{ href: links.docs('/guides/widget'), text: t(($) => $.products.experience.configurator.more) }]}
        />
      </Section>
      <Band>
        <Section
          id="accessibility"
          kick={t(($) => $.products.experience.accessibility.kick)}
          title={t(($) => $.products.experience.accessibility.title)}
        >
          <Points points={t(($) => $.products.experience.accessibility.points, { returnObjects: true })} />
          <p className="mt-8 max-w-[52em] text-ink-2">{t(($) => $.products.experience.accessibility.tested)}</p>
          <MoreLinks
            links={[
              { href: links.docs('/guides/accessibility'), text: t(($) => $.products.experience.accessibility.more) },
            ]}
          />
        </Section>
      </Band>
      <Section
        id="languages"
        kick={t(($) => $.products.experience.languages.kick)}
        title={t(($) => $.products.experience.languages.title, { count: languages.length })}
      >
        <p className="mt-4 max-w-[44em] text-ink-2">{t(($) => $.products.experience.languages.text)}</p>
        <LanguageList languages={languages} />
      </Section>
    </ProductPage>
  )
}

/** The first words of the widget in each of its languages. */
function LanguageList({ languages }: { languages: readonly WidgetLanguage[] }) {
  return (
    <dl className="mt-8 grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
      {languages.map(({ tag, name, sample }) => (
        <div key={tag} className="min-w-0 border-t border-line pt-2">
          <dt className="text-sm text-ink-3">{name}</dt>
          <dd lang={tag} dir="auto" className="[overflow-wrap:anywhere]">
            {sample}
          </dd>
        </div>
      ))}
    </dl>
  )
}
