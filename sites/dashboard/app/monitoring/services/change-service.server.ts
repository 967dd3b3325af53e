import type { CheckKind, Problem, TriedCheck } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { act, apiOf, attempt } from '@bollard/site-kit/server'
import { loadCaptchas } from './load-captchas.server.ts'
import type { Sender } from './sender.ts'
import { checkOf, isProbedKind, type TypedService } from './typed-service.ts'

/** What came of a form about a service. */
export interface ServiceAnswer {
  readonly did: 'try' | 'save' | 'look' | 'begin'
  readonly problem: Problem | null
  readonly typed: TypedService | null
  /** What a test run found. */
  readonly tried: TriedCheck | null
}

/** Runs a check as it was typed once, before anything is saved. Kinds that no prober checks cannot be tried. */
export async function tryTyped(sender: Sender, typed: TypedService, serviceId: string | null): Promise<ServiceAnswer> {
  const check = checkOf(typed)
  const answer = { did: 'try', typed, problem: null, tried: null } as const
  if (!isProbedKind(typed.kind) || check.kind === 'HEARTBEAT' || check.kind === 'GROUP' || check.kind === 'MANUAL')
    return answer
  const { solutionId, context, request } = sender
  const tried = await act(
    sender,
    apiOf(context, request).tryMonitoredService({ solutionId, monitoringCheckDto: { check, serviceId } }),
  )
  return tried.ok ? { ...answer, tried: tried.value } : { ...answer, problem: tried.problem }
}

/** What can be chosen in a form: services by name, time zones, places, captchas, and the shortest interval of the plan in seconds. */
export async function loadChoices({ context, request, solutionId }: Sender, kind: CheckKind | null = null) {
  const api = apiOf(context, request)
  const [overview, zones, plan, places] = await Promise.all([
    attempt(api.getMonitoringOverview({ solutionId, days: 7 })),
    attempt(api.listTimezones()),
    attempt(api.getSolutionPlan({ solutionId })),
    attempt(api.listMonitoringPlaces({ solutionId })),
  ])
  const services = overview.ok ? overview.value.services.map(({ id, name, kind }) => ({ id, name, kind })) : []
  return {
    services: services.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    zones: zones.ok ? zones.value.items : [],
    places: places.ok ? places.value.items.map(({ name }) => name) : [],
    ownPlaces: places.ok ? places.value.items.filter(({ probeId }) => probeId === null).length : 1,
    hasBrowser: places.ok && places.value.hasBrowser,
    captchas: kind === 'PASS_RATE' ? await loadCaptchas({ context, request, solutionId }) : [],
    shortestSeconds: (plan.ok ? plan.value.limits?.checkIntervalSeconds : null) ?? 10,
  }
}
export type ServiceChoices = Awaited<ReturnType<typeof loadChoices>>

/** Which button sent a form. */
export const deedOf = (form: FormData): string => textOf(form, 'do')
