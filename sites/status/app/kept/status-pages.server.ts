import { type ApiClient, ApiProblem, createApiClient } from '@bollard/api-client'
import { clientIpHeader, internalSecretHeader, type PublicPage, requestIdHeader } from '@bollard/contracts'
import type { RequestScope } from '@bollard/site-kit/server'
import { type Copy, createPageStore, type Keys } from './page-store.server.ts'

/** Who asks for which page. */
export interface Asker {
  readonly scope: Pick<RequestScope, 'site' | 'clientIp' | 'requestId'>
  /** A slug, or `@` and a host name. */
  readonly address: string
  /** What the password of the page was exchanged for. */
  readonly pass: string | null
}

const megabyte = 1024 ** 2
export const storeTimes = { now: Date.now, retryMs: 2_000, tellAfterMs: 60_000 }
const pages = createPageStore<PublicPage>({ ...storeTimes, freshMs: 10_000, bytesMax: 64 * megabyte })
const hosts = createPageStore<string>({ ...storeTimes, freshMs: 60_000, bytesMax: 4 * megabyte })
const timeoutMs = 3_000
const slugShape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u

/**
 * The services on behalf of a visitor whom they know nothing of but the address: an answer is often kept for others.
 */
export function publicApi({ site, clientIp, requestId }: Asker['scope']): ApiClient {
  return createApiClient({
    baseUrl: site.apiInternalUrl,
    timeoutMs,
    requestHeaders: () => ({
      [clientIpHeader]: clientIp,
      [requestIdHeader]: requestId,
      [internalSecretHeader]: site.internalSecret || undefined,
    }),
  })
}

/**
 * Null where there is no such page for this visitor. Throws where the service cannot be reached and no copy is kept.
 */
export async function findPage(asker: Asker): Promise<Copy<PublicPage> | null> {
  const slug = await slugOf(asker)
  if (slug === null) return null
  const { scope, pass } = asker
  return pages.find(keysOf(asker, slug), () =>
    orNull(publicApi(scope).readStatusPage({ slug, ...(pass === null ? {} : { pass }) }), (answer) => ({
      answer,
      isShared: answer.forEverybody && pass === null,
    })),
  )
}

/** The copy of the page if it still counts and is everybody's; asks nobody. */
export function peekPage(asker: Asker): Copy<PublicPage> | null {
  const slug = asker.address.startsWith('@') ? hosts.peek(hostKeys(asker.address))?.answer : asker.address
  const copy = slug === undefined ? null : pages.peek(keysOf(asker, slug))
  return copy?.isShared && asker.pass === null ? copy : null
}

/** The name of the page in calls; null where the address leads to none. */
export async function slugOf({ scope, address }: Asker): Promise<string | null> {
  if (!address.startsWith('@')) return slugShape.test(address) && address.length <= 60 ? address : null
  const host = address.slice(1)
  const found = await hosts.find(hostKeys(address), () =>
    orNull(publicApi(scope).findStatusPage({ host }), ({ slug }) => ({ answer: slug, isShared: true })),
  )
  return found?.answer ?? null
}

const hostKeys = (address: string): Keys => ({ shared: address, own: `${address} ` })

/** Who has a pass never gets what is told without one, which is that the page is locked. */
function keysOf({ scope, pass }: Asker, slug: string): Keys {
  const own = `${slug} ${scope.clientIp} ${pass ?? ''}`
  return { shared: pass === null ? slug : own, own }
}

/** Null where the service says that there is nothing: by one of these statuses. */
export async function orNull<Answer, Made>(
  call: Promise<Answer>,
  make: (answer: Answer) => Made,
  absent: readonly number[] = [404, 422],
): Promise<Made | null> {
  try {
    return make(await call)
  } catch (error) {
    if (error instanceof ApiProblem && absent.includes(error.status)) return null
    throw error
  }
}
