import { PageHead } from '@bollard/site-kit'
import { scopeOf } from '@bollard/site-kit/server'
import { Street } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { judgeSubmission } from '../../demo/judge-submission.server.ts'
import { Facts } from '../../landing/facts.tsx'
import { Hero } from '../../landing/hero.tsx'
import { HowItWorks } from '../../landing/how-it-works.tsx'
import { LastCall } from '../../landing/last-call.tsx'
import { Limits } from '../../landing/limits.tsx'
import { highlightedSnippets } from '../../landing/highlighted-snippets.server.ts'
import { readMeasuredFacts } from '../../landing/measured-facts.server.ts'
import { PlatformTiles } from '../../products/captcha/platform-tiles.tsx'
import { PriceTeaser } from '../../products/captcha/price-teaser.tsx'
import { readRecordedVerdict } from '../../landing/recorded-verdict.server.ts'
import { SetUp } from '../../landing/set-up.tsx'
import { readPlans } from '../../products/pricing/plans.server.ts'
import { Questions } from '../../products/sections/questions.tsx'
import { StructuredData } from '../../products/sections/structured-data.tsx'
import { readMeasuredTimings } from '../../products/user-experience/measured-timings.server.ts'
import type { Route } from './+types/captcha.ts'

/** The page works without React; the demo is a small custom element. */
export const handle = { hydrate: false }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { site } = scopeOf(context, request)
  const [snippets, sold] = await Promise.all([highlightedSnippets(site.urls.api), readPlans(site)])
  const { toToken, measuredOn } = readMeasuredTimings()
  return {
    facts: readMeasuredFacts(),
    wait: toToken === null || measuredOn === null ? null : { seconds: toToken.chromium, measuredOn },
    recorded: readRecordedVerdict(),
    plans: sold?.plans ?? [],
    snippets,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  return judgeSubmission(scopeOf(context, request).site, await request.formData())
}

export default function CaptchaLanding({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t(($) => $.meta.title)} description={t(($) => $.meta.description)} />
      <Hero verdict={actionData ?? null} recorded={loaderData.recorded} />
      <div className="border-y border-line bg-surface">
        <Street label={t(($) => $.elements.street)} />
      </div>
      <Facts facts={loaderData.facts} wait={loaderData.wait} />
      <SetUp snippets={loaderData.snippets} />
      <HowItWorks />
      <PlatformTiles />
      <PriceTeaser plans={loaderData.plans} />
      <Limits />
      <Questions questions={t(($) => $.products.captcha.questions, { returnObjects: true })} />
      <LastCall />
      <StructuredData
        type="SoftwareApplication"
        name="Bollard"
        applicationCategory="SecurityApplication"
        operatingSystem="Linux"
        description={t(($) => $.meta.description)}
      />
    </>
  )
}
