import type { Problem, TriedCheck } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { act, apiOf, attempt } from '@bollard/site-kit/server'
import { loadChoices } from './change-service.server.ts'
import type { Sender } from './sender.ts'
import { readAddress, servicesFrom } from './from-address.ts'
import { checkOf, newService } from './typed-service.ts'

/** What was found at a pasted address, and what can watch it. */
export interface LookAnswer {
  readonly address: string
  readonly intent: string
  readonly isNoAddress: boolean
  readonly problem: Problem | null
  readonly tried: TriedCheck | null
  /** Null where nothing can begin. */
  readonly offer: {
    readonly url: string
    readonly hasCertificate: boolean
    readonly hasDomain: boolean
    /** Between two checks of the page. */
    readonly seconds: number
    /** How many services the plan has room for. */
    readonly room: number
  } | null
}

/** Opens the address once as a check would, and offers to watch it. A page that is down now may be watched all the same. */
export async function lookAt(sender: Sender, address: string, intent: string): Promise<LookAnswer> {
  const read = readAddress(address)
  const nothing = { address, intent, isNoAddress: read.url === null, problem: null, tried: null, offer: null }
  if (read.url === null) return nothing
  const { context, request, solutionId } = sender
  const check = checkOf(newService('HTTP', { 'check/target/url': read.url }))
  if (check.kind !== 'HTTP') return nothing
  const tried = await act(
    sender,
    apiOf(context, request).tryMonitoredService({ solutionId, monitoringCheckDto: { check, serviceId: null } }),
  )
  if (!tried.ok && tried.problem.code !== 'rate-limited') return { ...nothing, problem: tried.problem }
  const offer = await offerFor(sender, read)
  return { ...nothing, tried: tried.ok ? tried.value : null, problem: tried.ok ? null : tried.problem, offer }
}

/** Begins to watch the address. Null once all that was wanted is there; what was made before a refusal stays, and is not made twice. */
export async function beginFrom(
  sender: Sender,
  form: FormData,
  { intent, names }: { intent: string; names: (host: string) => readonly [string, string] },
): Promise<LookAnswer | null> {
  const { context, request, solutionId } = sender
  const address = textOf(form, 'address')
  const read = readAddress(address)
  const answer = { address, intent, isNoAddress: read.url === null, problem: null, tried: null, offer: null }
  if (read.url === null) return answer
  const offer = await offerFor(sender, read)
  const services = servicesFrom(read, {
    certificate: form.has('certificate'),
    domain: form.has('domain'),
    names: names(read.host),
    seconds: offer?.seconds ?? 60,
  })
  for (const monitoredServiceNewDto of services) {
    const idempotencyKey = `${intent} ${monitoredServiceNewDto.check.kind}`.replaceAll(' ', '-')
    const call = apiOf(context, request).createMonitoredService(
      { solutionId, monitoredServiceNewDto },
      { idempotencyKey },
    )
    // oxlint-disable-next-line no-await-in-loop -- in this order, so that the page itself has its place where the plan has room for one
    const made = await act(sender, call)
    if (!made.ok) return { ...answer, problem: made.problem, offer }
  }
  return null
}

async function offerFor(sender: Sender, read: ReturnType<typeof readAddress>): Promise<LookAnswer['offer']> {
  if (read.url === null) return null
  const { context, request, solutionId } = sender
  const [choices, plan] = await Promise.all([
    loadChoices(sender),
    attempt(apiOf(context, request).getSolutionPlan({ solutionId })),
  ])
  const max = (plan.ok ? plan.value.limits?.monitors : null) ?? Number.MAX_SAFE_INTEGER
  return {
    url: read.url,
    hasCertificate: read.hasCertificate,
    hasDomain: read.hasDomain,
    seconds: Math.max(60, choices.shortestSeconds),
    room: Math.max(0, max - choices.services.length),
  }
}
