import { isIPv6 } from 'node:net'
import { subscribersMax, type SubscriptionNew } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { leadingGroups, limitedIp, ProblemError } from '@bollard/http'
import { hashSecret } from '../access/secret-key.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import type { PageStore } from '../public/page-store.ts'
import { isAdmitted } from '../public/pass.ts'
import { hashDestination, readDestination, sealSecrets } from './destination.ts'
import { writeConfirmation } from './letters.ts'

export interface SubscribeContext extends Pick<
  MonitoringContext,
  'now' | 'newId' | 'randomBytes' | 'box' | 'limiter' | 'status'
> {
  readonly db: Database
  readonly pages: PageStore
}

/**
 * Takes the form of a status page. Its answer and its work up to the last step are the same whether the destination is known or not.
 * Throws `not-found`, `password-required`, `captcha-failed`, `rate-limited`, `quota-exceeded` and `validation-failed`.
 */
export async function subscribe(
  context: SubscribeContext,
  slug: string,
  { channel, destination: text, componentIds, language, captchaToken, pass }: SubscriptionNew,
  ip: string,
): Promise<void> {
  const { db, now, box, limiter, status, pages } = context
  await limiter.take('statusSubscriptions', limitedIp(ip))
  await limiter.take('statusSubscriptionNetworks', networkOf(ip))
  const at = now()
  const { page, components } = await pages.read(slug)
  if (!isAdmitted(box, page, { ip, pass }, at.getTime())) throw new ProblemError('password-required')
  const destination = readDestination(channel, text, status.allowPrivateWebhooks)
  const chosen = componentIds.map((id) => id.toLowerCase())
  const known = new Set(components.map(({ id }) => id))
  const errors = chosen.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/componentIds/${index}`, code: 'unknown' }],
  )
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
  if ((await status.captcha.verify(captchaToken ?? '', ip)) === 'refused') throw new ProblemError('captcha-failed')
  // Only now: otherwise forms without a token would use up what somebody else's address may get.
  const hash = hashDestination(channel, destination)
  await limiter.take('statusSubscriptionDestinations', `${page.id} ${hash.toString('base64')}`)
  const [row] = await db.query('monitoring-subscribers-count', countSql, [page.id])
  if ((row?.count ?? 0) >= subscribersMax) throw new ProblemError('quota-exceeded')
  await store(context, { page, channel, destination, hash, chosen, language, at })
}

interface Stored extends Pick<SubscriptionNew, 'channel' | 'language'> {
  readonly page: Awaited<ReturnType<PageStore['read']>>['page']
  readonly destination: string
  readonly hash: Buffer
  readonly chosen: readonly string[]
  readonly at: Date
}

/** Stores what is not active yet, with a new link that confirms it; one that is active stays as it is, and hears nothing. */
async function store(
  { db, newId, randomBytes, box, status }: SubscribeContext,
  { page, channel, destination, hash, chosen, language, at }: Stored,
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  await db.transaction(async (tx) => {
    const [known] = await tx.query('monitoring-subscriber-find', findSql, [page.id, channel, hash])
    if (known?.state === 'ACTIVE') return
    const id = known?.id ?? newId()
    const { sealed, keyId } = sealSecrets(box, id, { destination, token })
    const values = [id, page.id, page.solutionId, channel, hash, hashSecret(token), sealed, keyId, chosen, language, at]
    // Two forms at the same moment: the second one finds the row of the first, and that one's link is enough.
    const written = await tx.query('monitoring-subscriber-put', putSql, values)
    if (written.length === 0) return
    if (channel === 'EMAIL')
      await status.enqueueMail(
        tx,
        writeConfirmation(status, { language, to: destination, token, page: page.name }),
        `status-subscription ${id} ${at.toISOString()}`,
      )
    else await tx.query('monitoring-subscriber-ask', askSql, [id, page.solutionId, at])
  })
}

/** What one provider or company has: a /24 of IPv4, a /48 of IPv6. */
function networkOf(ip: string): string {
  return isIPv6(ip) ? `${leadingGroups(ip, 3)}::/48` : `${ip.split('.').slice(0, 3).join('.')}.0/24`
}

const countSql = 'select count(*)::int as count from monitoring.subscribers where page_id = $1'
const findSql =
  'select id, state from monitoring.subscribers where page_id = $1 and channel = $2 and destination_hash = $3 for update'
const putSql = `insert into monitoring.subscribers (id, page_id, solution_id, channel, destination_hash, token_hash, sealed, key_id, component_ids,
    language, state, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9::uuid[], $10, 'PENDING', $11)
  on conflict (page_id, channel, destination_hash) do update set token_hash = excluded.token_hash, sealed = excluded.sealed,
    key_id = excluded.key_id, component_ids = excluded.component_ids, language = excluded.language, state = 'PENDING',
    created_at = excluded.created_at, confirmed_at = null
  where subscribers.id = excluded.id and subscribers.state <> 'ACTIVE' returning id`
const askSql =
  'insert into monitoring.subscriber_messages (subscriber_id, solution_id, next_try_at) values ($1, $2, $3)'
