import { useFormats } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { Icon, type IconName, Tile, Tiles } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { checkedIn } from '../../health/judge-health.ts'
import { useProtection } from '../use-protection.ts'
import type { Route } from './+types/captcha.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const { totals } = await load(context, request, apiOf(context, request).getStatistics({ solutionId, period: '24h' }))
  return { checked: checkedIn(totals), passed: totals.passed, flagged: totals.flagged, refused: totals.refused }
}

/** The captcha that challenges by: how it does, and the way to its own pages. */
export default function BundleCaptcha({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { crumb, home } = useProtection()
  const words = t(($) => $.protection.captcha, { returnObjects: true })
  const pages: [IconName, string, string, string][] = [
    ['chart', 'captcha/statistics', t(($) => $.nav.statistics), words.statistics],
    ['list', 'captcha/verifications', t(($) => $.nav.verifications), words.verifications],
    ['filter', 'captcha/settings/rules', t(($) => $.nav.rules), words.rules],
    ['settings', 'captcha/settings/protection', t(($) => $.nav.captchaSettings), words.settings],
    ['code', 'set-up', t(($) => $.nav.setUp), words.setUp],
  ]
  return (
    <Page title={t(($) => $.nav.captcha)} crumbs={[crumb]}>
      <PageTitle title={t(($) => $.nav.captcha)} subtitle={words.about} />
      <Tiles className="mb-4">
        <Tile label={t(($) => $.dashboard.checked)} value={formats.whole(loaderData.checked)} note={words.period} />
        {(['passed', 'flagged', 'refused'] as const).map((name) => (
          <Tile
            key={name}
            label={t(($) => $.whatIf.names[name])}
            value={formats.whole(loaderData[name])}
            note={words.period}
          />
        ))}
      </Tiles>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {pages.map(([icon, path, name, about]) => (
          <li key={path} className="min-w-0">
            <Link
              to={`${home}/${path}`}
              className="flex h-full items-start gap-3 rounded-lg border border-line bg-surface p-5 hover:border-line-strong"
            >
              <Icon name={icon} className="mt-0.5 size-5 shrink-0 text-ink-2" />
              <span className="grid min-w-0 gap-0.5">
                <span className="font-[560]">{name}</span>
                <span className="text-sm text-ink-2">{about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
