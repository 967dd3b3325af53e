import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { Section } from '../../landing/section.tsx'
import { planName } from '../pricing/plan-name.ts'
import { readPlans } from '../pricing/plans.server.ts'
import { Band } from '../sections/band.tsx'
import { Glance } from '../sections/glance.tsx'
import { MoreLinks } from '../sections/more-links.tsx'
import { Points } from '../sections/points.tsx'
import { ProductPage } from '../sections/product-page.tsx'
import { useLinks } from '../sections/use-links.ts'
import type { Route } from './+types/enterprise-captcha.ts'
import { readMeasuredService } from './measured-service.server.ts'

export const handle = { hydrate: false }

export async function loader({ context, request }: Route.LoaderArgs) {
  const sold = await readPlans(scopeOf(context, request).site)
  const promises =
    sold?.plans.flatMap(({ code, slaPercent }) => (slaPercent === null ? [] : [{ code, slaPercent }])) ?? []
  return { promises, service: readMeasuredService() }
}

export default function EnterpriseCaptcha({ loaderData: { promises, service } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { urls, language } = useSite()
  const links = useLinks()
  const locale = locales[language]
  const glance = t(($) => $.products.enterprise.glance, { returnObjects: true })
  const pack = t(($) => $.products.enterprise.pack.links, { returnObjects: true })
  return (
    <ProductPage
      texts={t(($) => $.products.enterprise.page, { returnObjects: true })}
      next={links.page('/contact-sales')}
      aside={
        <Glance
          figures={[
            { value: service && service.verificationsPerSecond.toLocaleString(locale), label: glance.rate },
            { value: '4', label: glance.roles },
            { value: '0', label: glance.services },
          ]}
        />
      }
      questions={t(($) => $.products.enterprise.questions, { returnObjects: true })}
    >
      <Band>
        <Section
          id="operation"
          kick={t(($) => $.products.enterprise.operation.kick)}
          title={t(($) => $.products.enterprise.operation.title)}
        >
          <Points points={t(($) => $.products.enterprise.operation.points, { returnObjects: true })} />
          {service === null ? null : (
            <p className="mt-8 max-w-[52em] text-ink-2">
              {t(($) => $.products.enterprise.operation.measured, {
                rate: service.verificationsPerSecond.toLocaleString(locale),
                milliseconds: service.p99Milliseconds.toLocaleString(locale),
              })}
            </p>
          )}
        </Section>
      </Band>
      <Section
        id="access"
        kick={t(($) => $.products.enterprise.access.kick)}
        title={t(($) => $.products.enterprise.access.title)}
      >
        <Points points={t(($) => $.products.enterprise.access.points, { returnObjects: true })} />
      </Section>
      <Band>
        <Section
          id="contract"
          kick={t(($) => $.products.enterprise.contract.kick)}
          title={t(($) => $.products.enterprise.contract.title)}
        >
          <Points points={t(($) => $.products.enterprise.contract.points, { returnObjects: true })} />
          <p className="mt-8 max-w-[52em] text-ink-2">
            {promises.length === 0
              ? t(($) => $.products.enterprise.contract.noPromise)
              : promises
                  .map(({ code, slaPercent }) =>
                    t(($) => $.products.enterprise.contract.promise, {
                      plan: planName(code),
                      percent: slaPercent.toLocaleString(locale),
                    }),
                  )
                  .join(' ')}
          </p>
        </Section>
      </Band>
      <Section
        id="not-built"
        kick={t(($) => $.products.enterprise.missing.kick)}
        title={t(($) => $.products.enterprise.missing.title)}
      >
        <Points points={t(($) => $.products.enterprise.missing.points, { returnObjects: true })} />
      </Section>
      <Band>
        <Section
          id="procurement"
          kick={t(($) => $.products.enterprise.pack.kick)}
          title={t(($) => $.products.enterprise.pack.title)}
        >
          <MoreLinks
            links={[
              { href: links.page('/products/captcha/captcha-security-concept'), text: pack.concept },
              { href: links.page('/products/captcha/gdpr-compliant-captcha#data-map'), text: pack.dataMap },
              { href: links.page('/legal/data-processing-agreement'), text: pack.agreement },
              { href: links.page('/legal/service-level-agreement'), text: pack.availability },
              { href: links.docs('/operate/security-model'), text: pack.securityModel },
              { href: links.docs('/operate/many-machines'), text: pack.machines },
              { href: links.docs('/operate/backup'), text: pack.backup },
              { href: `${urls.api}/openapi.json`, text: pack.openApi },
              { href: `${urls.api}/third-party-licenses.txt`, text: pack.licences },
            ]}
          />
        </Section>
      </Band>
    </ProductPage>
  )
}
