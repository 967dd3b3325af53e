import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { scopeOf } from '@bollard/site-kit/server'
import { CodeBlock } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Section } from '../../landing/section.tsx'
import { Band } from '../sections/band.tsx'
import { Glance } from '../sections/glance.tsx'
import { MoreLinks } from '../sections/more-links.tsx'
import { NumberedSteps } from '../sections/numbered-steps.tsx'
import { ProductPage } from '../sections/product-page.tsx'
import { SourceList } from '../sections/source-list.tsx'
import { useLinks } from '../sections/use-links.ts'
import type { Route } from './+types/recaptcha-alternative.ts'
import { comparisonSources, criteria, isOutdated, reviewedOn } from './comparison.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { migrationDiffs } from './migration-diffs.server.ts'

export const handle = { hydrate: false }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { site } = scopeOf(context, request)
  return { diffs: await migrationDiffs(site.urls.api), isOutdated: isOutdated(new Date()) }
}

export default function RecaptchaAlternative({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const links = useLinks()
  const glance = t(($) => $.products.recaptcha.glance, { returnObjects: true })
  const worse = criteria.filter(({ better }) => better === 'them').length
  const reviewed = new Date(reviewedOn).toLocaleDateString(locales[useSite().language], {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return (
    <ProductPage
      texts={t(($) => $.products.recaptcha.page, { returnObjects: true })}
      next={links.signUp}
      aside={
        <Glance
          figures={[
            { value: '2', label: glance.lines },
            { value: '0', label: glance.cookies },
            {
              value: t(($) => $.products.recaptcha.glance.share, { count: worse, all: criteria.length }),
              label: glance.worse,
            },
          ]}
        />
      }
      questions={t(($) => $.products.recaptcha.questions, { returnObjects: true })}
    >
      <Band>
        <Section
          id="comparison"
          kick={t(($) => $.products.recaptcha.comparison.kick, { day: reviewed })}
          title={t(($) => $.products.recaptcha.comparison.title)}
        >
          {loaderData.isOutdated ? (
            <p className="mt-4 max-w-[44em] font-[560] text-doubt">
              {t(($) => $.products.recaptcha.comparison.outdated)}
            </p>
          ) : null}
          <ComparisonTable />
          <SourceList sources={comparisonSources} />
        </Section>
      </Band>
      <Section
        id="two-lines"
        kick={t(($) => $.products.recaptcha.change.kick)}
        title={t(($) => $.products.recaptcha.change.title)}
      >
        <p className="mt-4 max-w-[44em] text-ink-2">{t(($) => $.products.recaptcha.change.text)}</p>
        <div className="mt-8 grid gap-6">
          {loaderData.diffs.map(({ version, code, html }) => (
            <CodeBlock
              key={version}
              code={code}
              html={html}
              title={`reCAPTCHA ${version}`}
              texts={{ copy: t(($) => $.elements.copy), copied: t(($) => $.elements.copied) }}
            />
          ))}
        </div>
        <MoreLinks
          links={[
            { href: links.docs('/moving/recaptcha'), text: t(($) => $.products.recaptcha.change.guide) },
            { href: links.docs('/moving/overview'), text: t(($) => $.products.recaptcha.change.others) },
          ]}
        />
      </Section>
      <Band>
        <Section
          id="side-by-side"
          kick={t(($) => $.products.recaptcha.parallel.kick)}
          title={t(($) => $.products.recaptcha.parallel.title)}
        >
          <NumberedSteps steps={t(($) => $.products.recaptcha.parallel.steps, { returnObjects: true })} />
          <MoreLinks
            links={[
              {
                href: links.page('/products/captcha/pricing#calculator'),
                text: t(($) => $.products.recaptcha.parallel.cost),
              },
            ]}
          />
        </Section>
      </Band>
    </ProductPage>
  )
}
