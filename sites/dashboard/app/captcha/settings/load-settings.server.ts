import type { PlanFeature } from '@bollard/contracts'
import { apiOf, attempt, load, requireId } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { heldSection } from '../../sections/save-section.server.ts'

/** What every page of the settings of a captcha shows, beside what is its own. */
export async function loadSettings(context: Readonly<RouterContextProvider>, request: Request, solutionId: string) {
  const api = apiOf(context, request)
  const [{ version, ...settings }, plan, plans, members] = await Promise.all([
    load(context, request, api.getSiteSettings({ solutionId })),
    // Only say what is part of which plan, and who may change something: the settings can be read without.
    attempt(api.getSolutionPlan({ solutionId })),
    attempt(api.listPlans()),
    attempt(api.listSolutionMembers({ solutionId })),
  ])
  const offered = plans.ok ? plans.value.items.filter(({ solutionType }) => solutionType === 'CAPTCHA') : []
  const features = plan.ok ? plan.value.features : null
  return {
    settings,
    version,
    /** Null where nobody knows of a plan; then nothing is withheld. */
    features,
    /** The smallest plan that has a feature. */
    planWith: Object.fromEntries(
      (['RULES', 'INVISIBLE', 'WHITE_LABEL', 'RESULT_RETRIEVAL', 'WILDCARD_DOMAINS'] as const).map((feature) => [
        feature,
        offered.find((one) => one.features.includes(feature))?.code ?? null,
      ]),
    ) as Partial<Record<PlanFeature, string | null>>,
    limits: plan.ok ? plan.value.limits : null,
    admins: members.ok
      ? members.value.items.flatMap(({ role, givenName, email }) =>
          role === 'ADMIN' ? [givenName ?? email ?? []].flat() : [],
        )
      : [],
  }
}
export type LoadedSettings = Awaited<ReturnType<typeof loadSettings>>

/** The same for a page of sections, with what is held of one of them. */
export async function loadSections(
  {
    context,
    request,
    params,
  }: { context: Readonly<RouterContextProvider>; request: Request; params: { solutionId: string } },
  sections: Readonly<Record<string, unknown>>,
) {
  const solutionId = requireId(context, request, params.solutionId)
  const [loaded, held] = await Promise.all([
    loadSettings(context, request, solutionId),
    heldSection({ context, request }, solutionId, Object.keys(sections)),
  ])
  return { ...loaded, held }
}
