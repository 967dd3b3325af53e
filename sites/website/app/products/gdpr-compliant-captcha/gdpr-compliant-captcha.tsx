import { scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { Section } from '../../landing/section.tsx'
import { Band } from '../sections/band.tsx'
import { Glance } from '../sections/glance.tsx'
import { MoreLinks } from '../sections/more-links.tsx'
import { NumberedSteps } from '../sections/numbered-steps.tsx'
import { Points } from '../sections/points.tsx'
import { ProductPage } from '../sections/product-page.tsx'
import { useLinks } from '../sections/use-links.ts'
import type { Route } from './+types/gdpr-compliant-captcha.ts'
import { composeNotice } from './compose-notice.server.ts'
import { DataMapTable } from './data-map-table.tsx'
import { noticeChoiceOf, usualRetentionDays } from './notice-choice.ts'
import { NoticeGenerator } from './notice-generator.tsx'

export const handle = { hydrate: false }

export function loader({ context, request }: Route.LoaderArgs) {
  const { language, site } = scopeOf(context, request)
  const choice = noticeChoiceOf(new URL(request.url).searchParams, language, new URL(site.urls.api).host)
  return { choice, paragraphs: composeNotice(choice) }
}

export default function GdprCompliantCaptcha({ loaderData: { choice, paragraphs } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const links = useLinks()
  const glance = t(($) => $.products.gdpr.glance, { returnObjects: true })
  return (
    <ProductPage
      texts={t(($) => $.products.gdpr.page, { returnObjects: true })}
      next={links.signUp}
      aside={
        <Glance
          figures={[
            { value: '0', label: glance.cookies },
            { value: '/24', label: glance.network },
            { value: String(usualRetentionDays), label: glance.days },
          ]}
        />
      }
      questions={t(($) => $.products.gdpr.questions, { returnObjects: true })}
    >
      <Band>
        <Section id="data-map" kick={t(($) => $.products.gdpr.map.kick)} title={t(($) => $.products.gdpr.map.title)}>
          <p className="mt-4 max-w-[44em] text-ink-2">{t(($) => $.products.gdpr.map.text)}</p>
          <DataMapTable />
          <p className="mt-4 max-w-[52em] text-sm text-ink-2">{t(($) => $.products.gdpr.map.memory)}</p>
          <MoreLinks links={[{ href: links.docs('/concepts/privacy'), text: t(($) => $.products.gdpr.map.more) }]} />
        </Section>
      </Band>
      <Section
        id="no-cookies"
        kick={t(($) => $.products.gdpr.proof.kick)}
        title={t(($) => $.products.gdpr.proof.title)}
      >
        <NumberedSteps steps={t(($) => $.products.gdpr.proof.steps, { returnObjects: true })} />
      </Section>
      <Band>
        <Section id="roles" kick={t(($) => $.products.gdpr.roles.kick)} title={t(($) => $.products.gdpr.roles.title)}>
          <Points points={t(($) => $.products.gdpr.roles.points, { returnObjects: true })} />
          <MoreLinks
            links={[
              { href: links.page('/legal/data-processing-agreement'), text: t(($) => $.products.gdpr.roles.agreement) },
              { href: links.docs('/concepts/minimal-data'), text: t(($) => $.products.gdpr.roles.minimal) },
            ]}
          />
        </Section>
      </Band>
      <Section id="notice" kick={t(($) => $.products.gdpr.notice.kick)} title={t(($) => $.products.gdpr.notice.title)}>
        <NoticeGenerator choice={choice} paragraphs={paragraphs} />
      </Section>
      <Band>
        <Section
          id="checklist"
          kick={t(($) => $.products.gdpr.checklist.kick)}
          title={t(($) => $.products.gdpr.checklist.title)}
        >
          <Points points={t(($) => $.products.gdpr.checklist.points, { returnObjects: true })} columns={2} />
        </Section>
      </Band>
    </ProductPage>
  )
}
