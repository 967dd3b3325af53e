import { useTranslation } from 'react-i18next'
import { Section } from '../../landing/section.tsx'
import { Band } from '../sections/band.tsx'
import { Glance } from '../sections/glance.tsx'
import { MoreLinks } from '../sections/more-links.tsx'
import { Points } from '../sections/points.tsx'
import { ProductPage } from '../sections/product-page.tsx'
import { useLinks } from '../sections/use-links.ts'
import type { Route } from './+types/security-concept.ts'
import { AttackPrice } from './attack-price.tsx'
import { LabTable } from './lab-table.tsx'
import { readMeasuredAttacks } from './measured-attacks.server.ts'
import { scoreSignals } from './score-signals.ts'
import { SignalList } from './signal-list.tsx'
import { exponentOf } from './work-price.ts'

export const handle = { hydrate: false }

export function loader({ request }: Route.LoaderArgs) {
  return { ...readMeasuredAttacks(), exponent: exponentOf(new URL(request.url).searchParams.get('work')) }
}

const signalCount = scoreSignals.reduce((count, { signals }) => count + signals.length, 0)

export default function SecurityConcept({ loaderData: { lab, price, exponent } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const links = useLinks()
  const glance = t(($) => $.products.security.glance, { returnObjects: true })
  const share = ({ count, of }: { count: number; of: number }) =>
    t(($) => $.products.security.lab.share, { count, all: of })
  return (
    <ProductPage
      texts={t(($) => $.products.security.page, { returnObjects: true })}
      next={links.signUp}
      aside={
        <Glance
          figures={[
            { value: lab && share(lab.bots.unseen.noticed), label: glance.noticed },
            { value: lab && share(lab.genuine.refused), label: glance.blocked },
            { value: String(signalCount), label: glance.signals },
          ]}
        />
      }
      questions={t(($) => $.products.security.questions, { returnObjects: true })}
    >
      {lab === null ? null : (
        <Band>
          <Section
            id="attackers"
            kick={t(($) => $.products.security.lab.kick)}
            title={t(($) => $.products.security.lab.title)}
          >
            <p className="mt-4 max-w-[44em] text-ink-2">
              {t(($) => $.products.security.lab.text, {
                noticed: lab.bots.unseen.noticed.count,
                all: lab.bots.unseen.noticed.of,
                people: lab.genuine.refused.of,
                blocked: lab.genuine.refused.count,
              })}
            </p>
            <LabTable lab={lab} />
          </Section>
        </Band>
      )}
      <Section
        id="attack-price"
        kick={t(($) => $.products.security.price.kick)}
        title={t(($) => $.products.security.price.title)}
      >
        <p className="mt-4 max-w-[44em] text-ink-2">{t(($) => $.products.security.price.text)}</p>
        <AttackPrice figures={price} exponent={exponent} />
        <p className="mt-4 max-w-[52em] text-sm text-ink-2">{t(($) => $.products.security.price.how)}</p>
        <MoreLinks
          links={[{ href: links.docs('/concepts/attack-cost'), text: t(($) => $.products.security.price.more) }]}
        />
      </Section>
      <Band>
        <Section
          id="signals"
          kick={t(($) => $.products.security.signals.kick)}
          title={t(($) => $.products.security.signals.title, { count: signalCount })}
        >
          <p className="mt-4 max-w-[44em] text-ink-2">{t(($) => $.products.security.signals.text)}</p>
          <SignalList />
          <MoreLinks
            links={[{ href: links.docs('/concepts/score'), text: t(($) => $.products.security.signals.more) }]}
          />
        </Section>
      </Band>
      <Section
        id="tokens"
        kick={t(($) => $.products.security.tokens.kick)}
        title={t(($) => $.products.security.tokens.title)}
      >
        <Points points={t(($) => $.products.security.tokens.points, { returnObjects: true })} />
        <MoreLinks
          links={[{ href: links.docs('/operate/security-model'), text: t(($) => $.products.security.tokens.more) }]}
        />
      </Section>
      <Band>
        <Section
          id="limits"
          kick={t(($) => $.products.security.limits.kick)}
          title={t(($) => $.products.security.limits.title)}
        >
          <Points points={t(($) => $.products.security.limits.points, { returnObjects: true })} columns={2} />
        </Section>
      </Band>
    </ProductPage>
  )
}
