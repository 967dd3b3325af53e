import { useTranslation } from 'react-i18next'
import { DemoForm } from '../../landing/demo-form.tsx'
import { readRecordedVerdict } from '../../landing/recorded-verdict.server.ts'
import { Section } from '../../landing/section.tsx'
import { Band } from '../sections/band.tsx'
import { MoreLinks } from '../sections/more-links.tsx'
import { Points } from '../sections/points.tsx'
import { ProductPage } from '../sections/product-page.tsx'
import { useLinks } from '../sections/use-links.ts'
import type { Route } from './+types/antispam.ts'
import { ApproachTable } from './approach-table.tsx'
import { FormRecipes } from './form-recipes.tsx'

export const handle = { hydrate: false }

export const loader = () => ({ recorded: readRecordedVerdict() })

export default function Antispam({ loaderData: { recorded } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const links = useLinks()
  return (
    <ProductPage
      texts={t(($) => $.products.antispam.page, { returnObjects: true })}
      next={links.signUp}
      // Its answer comes from the page of the captcha, which has the same form.
      aside={<DemoForm verdict={null} recorded={recorded} />}
      questions={t(($) => $.products.antispam.questions, { returnObjects: true })}
    >
      <Band>
        <Section
          id="cost"
          kick={t(($) => $.products.antispam.cost.kick)}
          title={t(($) => $.products.antispam.cost.title)}
        >
          <Points points={t(($) => $.products.antispam.cost.points, { returnObjects: true })} />
          <MoreLinks
            links={[{ href: links.page('/learn/cost-of-no-captcha'), text: t(($) => $.products.antispam.cost.more) }]}
          />
        </Section>
      </Band>
      <Section
        id="approaches"
        kick={t(($) => $.products.antispam.approaches.kick)}
        title={t(($) => $.products.antispam.approaches.title)}
      >
        <ApproachTable />
        <p className="mt-4 max-w-[52em] text-ink-2">{t(($) => $.products.antispam.approaches.together)}</p>
      </Section>
      <Band>
        <Section
          id="recipes"
          kick={t(($) => $.products.antispam.recipes.kick)}
          title={t(($) => $.products.antispam.recipes.title)}
        >
          <FormRecipes />
          <MoreLinks
            links={[
              { href: links.docs('/guides/verify-tokens'), text: t(($) => $.products.antispam.recipes.verify) },
              { href: links.docs('/rules/cookbook'), text: t(($) => $.products.antispam.recipes.rules) },
            ]}
          />
        </Section>
      </Band>
    </ProductPage>
  )
}
