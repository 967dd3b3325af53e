import type { Problem, TriedCheck } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { act, apiOf, attempt, scopeOf } from '@bollard/site-kit/server'
import { loadChoices } from './change-service.server.ts'
import type { Sender } from './sender.ts'
import { readAddress, servicesFrom, slugsFrom } from './from-address.ts'
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
    /** Whether the plan has room for a status page. */
    readonly hasStatusPage: boolean
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
  const ids: string[] = []
  for (const monitoredServiceNewDto of services) {
    const idempotencyKey = `${intent} ${monitoredServiceNewDto.check.kind}`.replaceAll(' ', '-')
    const call = apiOf(context, request).createMonitoredService(
      { solutionId, monitoredServiceNewDto },
      { idempotencyKey },
    )
    // oxlint-disable-next-line no-await-in-loop -- in this order, so that the page itself has its place where the plan has room for one
    const made = await act(sender, call)
    if (!made.ok) return { ...answer, problem: made.problem, offer }
    ids.push(made.value.id)
  }
  if (!form.has('statusPage')) return null
  const problem = await draftPage(sender, read.host, { serviceId: ids[0] ?? '', intent })
  return problem === null ? null : { ...answer, problem, offer }
}

/** Makes a status page of the one service, as a draft: under the name of its host, or under a longer one where another page has that. */
async function draftPage(
  { context, request, solutionId }: Sender,
  host: string,
  { serviceId, intent }: { serviceId: string; intent: string },
): Promise<Problem | null> {
  const { language } = scopeOf(context, request)
  const name = host.slice(0, 100)
  const create = (slug: string) =>
    act(
      { context, request },
      apiOf(context, request).createStatusPage(
        {
          solutionId,
          statusPageNewDto: { slug, name, languages: [language], groups: [{ components: [{ serviceId, name }] }] },
        },
        { idempotencyKey: `${intent}-${slug}`.slice(0, 120) },
      ),
    )
  const [short, long] = slugsFrom(host, intent)
  const made = await create(short)
  if (made.ok) return null
  if (made.problem.code !== 'in-use' && made.problem.code !== 'validation-failed') return made.problem
  const second = await create(long)
  return second.ok ? null : second.problem
}

async function offerFor(sender: Sender, read: ReturnType<typeof readAddress>): Promise<LookAnswer['offer']> {
  if (read.url === null) return null
  const { context, request, solutionId } = sender
  const [choices, plan, pages] = await Promise.all([
    loadChoices(sender),
    attempt(apiOf(context, request).getSolutionPlan({ solutionId })),
    attempt(apiOf(context, request).listStatusPages({ solutionId })),
  ])
  const limits = plan.ok ? plan.value.limits : null
  const max = limits?.monitors ?? Number.MAX_SAFE_INTEGER
  return {
    url: read.url,
    hasCertificate: read.hasCertificate,
    hasDomain: read.hasDomain,
    hasStatusPage: pages.ok && pages.value.items.length < (limits?.statusPages ?? Number.MAX_SAFE_INTEGER),
    seconds: Math.max(60, choices.shortestSeconds),
    room: Math.max(0, max - choices.services.length),
  }
}
