import { apiOf, attempt, load, requireUser } from '@bollard/site-kit/server'
import { useSite } from '@bollard/site-kit'
import { ButtonLink, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Link, redirect, useSearchParams } from 'react-router'
import { FirstCaptcha } from './first-captcha.tsx'
import { type Figures, SolutionCard } from './solution-card.tsx'
import { compareMoods, judgeHealth, type Mood, moodOf } from '../health/judge-health.ts'
import { AdminNotice } from './admin-notice.tsx'
import { WaitingInvitations } from './waiting-invitations.tsx'
import { Welcome } from './welcome.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { standingOf } from '../health/standing-pill.tsx'
import type { Route } from './+types/dashboard.ts'

/** Each card asks for its figures, so only so many stand here; the rest is in the list. */
const cardsAtMost = 12

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const [user, page, invitations] = await Promise.all([
    requireUser(context, request),
    load(context, request, api.listSolutions({ limit: cardsAtMost })),
    // Refused before one's address is confirmed; the page is none the less whole.
    attempt(api.listMyInvitations()),
  ])
  // Only administrators are asked: operator work needs a second factor at once.
  const security = user.isAdmin ? await attempt(api.getSecurity()) : null
  const needsFactor = security?.ok === true && security.value.totp === null && security.value.passkeys.length === 0
  const cards = await Promise.all(
    page.items.map(async (solution) => {
      const { id: solutionId, label, managementOrganization, item } = solution
      return {
        solution: { id: solutionId, label, managementOrganization, item },
        standing: standingOf(solution),
        // Monitoring has no captcha whose figures could be shown.
        figures: item.type === 'MONITORING' ? null : await findFigures(api, solutionId),
        requests: item.type === 'BUNDLE_SECURITY' ? await findRequests(api, solutionId) : null,
      }
    }),
  )
  const sorted = cards.toSorted((a, b) => compareMoods(moodOfFigures(a.figures), moodOfFigures(b.figures)))
  return {
    name: user.givenName,
    cards: sorted,
    hasMore: page.nextCursor !== null,
    needsFactor,
    invitations: invitations.ok ? invitations.value.items : [],
  }
}

/** The answer to an invitation that waits. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const api = apiOf(context, request)
  const form = await request.formData()
  const invitationId = String(form.get('invitationId'))
  if (form.get('intent') === 'decline') {
    const answer = await attempt(api.declineInvitation({ invitationDeclineDto: { invitationId } }))
    if (!answer.ok) return data({ declined: null, problem: answer.problem }, { status: answer.problem.status })
    return data({ declined: invitationId, problem: null })
  }
  const answer = await attempt(api.acceptInvitation({ invitationAcceptanceDto: { invitationId } }))
  if (!answer.ok) return data({ declined: null, problem: answer.problem }, { status: answer.problem.status })
  const { kind, id } = answer.value.to
  return redirect(`/${params.language}/${kind === 'SOLUTION' ? `solutions/${id}/overview` : `organizations/${id}`}`)
}

/** Null when they cannot be loaded: a card without figures is still a way to its solution. */
async function findFigures(api: ReturnType<typeof apiOf>, solutionId: string): Promise<Figures | null> {
  const [statistics, site] = await Promise.all([
    attempt(api.getStatistics({ solutionId, period: '24h' })),
    attempt(api.getSite({ solutionId })),
  ])
  if (!statistics.ok || !site.ok) return null
  const { firstVerificationAt, firstFetchedAt } = site.value
  return { statistics: statistics.value, site: { firstVerificationAt, firstFetchedAt } }
}

async function findRequests(api: ReturnType<typeof apiOf>, solutionId: string) {
  const answer = await attempt(api.getProtectionStatistics({ solutionId, period: '24h' }))
  if (!answer.ok) return null
  const { requests, challenge, throttle, deny } = answer.value.totals
  return { seen: requests, stopped: challenge + throttle + deny }
}

export default function Dashboard({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { name, cards, hasMore, needsFactor, invitations } = loaderData
  const isFirstSignIn = useSearchParams()[0].get('firstsignin') === '1'
  return (
    <Page title={t(($) => $.dashboard.title)}>
      <PageTitle
        title={t(($) => $.dashboard.greeting, { name })}
        subtitle={cards.length > 0 ? t(($) => $.dashboard.subtitle) : undefined}
      >
        {cards.length > 0 ? (
          <ButtonLink asChild size="dense" variant="primary">
            <Link to={`/${language}/solution-creation`}>
              <Icon name="plus" />
              {t(($) => $.dashboard.create)}
            </Link>
          </ButtonLink>
        ) : null}
      </PageTitle>
      {needsFactor ? <AdminNotice /> : null}
      <WaitingInvitations invitations={invitations} answer={actionData} />
      {isFirstSignIn ? <Welcome hasSolutions={cards.length > 0} /> : null}
      {cards.length === 0 ? <FirstCaptcha /> : null}
      <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
        {cards.map(({ solution, standing, figures, requests }) => (
          <li key={solution.id} className="min-w-0">
            <SolutionCard
              solution={solution}
              standing={standing}
              figures={figures}
              requests={requests}
              base={`/${params.language}/solutions/${solution.id}`}
            />
          </li>
        ))}
      </ul>
      {hasMore ? (
        <p className="mt-5">
          <Link className="text-link" to={`/${language}/captchas`}>
            {t(($) => $.dashboard.more)}
          </Link>
        </p>
      ) : null}
    </Page>
  )
}

function moodOfFigures(figures: Figures | null): Mood | null {
  return figures && moodOf(judgeHealth(figures.site, figures.statistics))
}
