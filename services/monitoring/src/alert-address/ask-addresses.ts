import type { ChannelTarget } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { Language } from '@bollard/i18n'
import { writeMail } from '@bollard/mail'
import { hashSecret } from '../access/secret-key.ts'
import type { ChannelPorts } from '../channel-ports.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { rateLimits } from '../rate-limits.ts'
import { confirmPage, confirmToken } from './address-links.ts'
import { findAddresses, forgetAddress, linkMs, noteBounce } from './stored-addresses.ts'

type AskContext = Pick<MonitoringContext, 'newId' | 'randomBytes' | 'channels'>

/** Addresses of a channel as they stand before it is saved. */
interface LookedUp {
  /** What the solution is called. */
  readonly name: string
  /** In lower case. */
  readonly addresses: readonly { readonly address: string; readonly isMember: boolean; readonly isBounced: boolean }[]
}

/** Who of a target is a member and who can be reached. Ask outside of a transaction. */
export async function lookUp(ports: ChannelPorts, solutionId: string, target: ChannelTarget): Promise<LookedUp> {
  if (target.kind !== 'EMAIL') return { name: '', addresses: [] }
  const addresses = await Promise.all(
    target.addresses.map(async (email) => ({
      address: email.toLowerCase(),
      isMember: (await ports.memberOf(email, solutionId)) !== null,
      isBounced: await ports.isBounced(email),
    })),
  )
  return { name: (await ports.nameOf(solutionId)) ?? '', addresses }
}

interface Asking extends LookedUp {
  readonly solutionId: string
  readonly language: Language
  /** Whether the channel tells anybody. */
  readonly active: boolean
  /** Addresses that the channel had before, while it was switched on. */
  readonly before: readonly string[]
  readonly at: Date
}

const { alertAddressesOfSolution: ofSolution, alertMailsToAddress: toAddress } = rateLimits
/** Who has ended alerts is not asked again before. */
const stoppedMs = 30 * 24 * 3_600_000

/**
 * Asks those who are no members whether they want alerts of the solution: once a day at most, whatever number of channels they are in. In the
 * transaction that saves the channel, which has the turn of the solution. Over the limits nobody is asked, and the address waits; so it does
 * while the channel is switched off, as imports make them.
 */
export async function askAddresses(tx: Queries, context: AskContext, asking: Asking): Promise<void> {
  const { solutionId, language, addresses, at } = asking
  const known = await findAddresses(tx, solutionId)
  const former = new Set(asking.before.map((email) => email.toLowerCase()))
  for (const { address, isMember, isBounced } of addresses) {
    const stored = known.get(address)
    if (isBounced) await noteBounce(tx, { id: context.newId(), solutionId, address, language }, at)
    else if (isMember) {
      if (stored !== undefined && stored.state !== 'UNSUBSCRIBED') await forgetAddress(tx, stored.id)
    } else if (!asking.active) await keep(tx, context, asking, address)
    else if (stored?.state === 'UNSUBSCRIBED' ? !former.has(address) : stored?.state !== 'CONFIRMED')
      await ask(tx, context, asking, address)
  }
}

async function ask(tx: Queries, context: AskContext, asking: Asking, address: string): Promise<void> {
  const { solutionId, language, name, at } = asking
  const { newId, randomBytes, channels } = context
  const [id, token] = [newId(), confirmToken(randomBytes)]
  const before = (ms: number) => new Date(at.getTime() - ms)
  const limits = [
    before(1_000 * ofSolution.seconds),
    ofSolution.limit,
    before(1_000 * toAddress.seconds),
    toAddress.limit,
  ]
  const pauses = [before(linkMs), before(stoppedMs)]
  const values = [id, solutionId, address, language, hashSecret(token), at, ...limits, ...pauses]
  const [asked] = await tx.query('monitoring-alert-address-ask', askSql, values)
  if (asked === undefined) return keep(tx, context, asking, address)
  const link = confirmPage(channels, language, token)
  const mail = writeMail('monitoring-address-confirm', {
    language,
    to: address,
    givenName: '',
    values: { link, solution: name },
  })
  await channels.enqueueMail(tx, mail, `monitoring-address ${asked.id} ${at.toISOString()}`)
}

/** What is known of an address stays; one that is new waits. */
async function keep(tx: Queries, { newId }: AskContext, { solutionId, language, at }: Asking, address: string) {
  await tx.query('monitoring-alert-address-keep', keepSql, [newId(), solutionId, address, language, at])
}

const askSql = `insert into monitoring.alert_addresses as a (id, solution_id, address, language, state, token_hash, asked_at, created_at)
  select $1, $2, $3, $4, 'WAITING', $5, $6, $6
  where (select count(*) from monitoring.alert_addresses where solution_id = $2 and asked_at > $7) < $8
    and monitoring.count_asked($3, $9) < $10
  on conflict (solution_id, address) do update set language = $4, state = 'WAITING', token_hash = $5, asked_at = $6
  where a.asked_at is null or a.asked_at <= case when a.state = 'UNSUBSCRIBED' then $12::timestamptz else $11::timestamptz end
  returning id`
const keepSql = `insert into monitoring.alert_addresses (id, solution_id, address, language, state, created_at)
  values ($1, $2, $3, $4, 'WAITING', $5) on conflict (solution_id, address) do nothing`
