import { randomUUIDv7 } from 'node:crypto'
import type { AlertSettings } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { writeMail } from '@bollard/mail'
import { rateLimits } from '../../../rate-limits.ts'
import { enqueue } from '../delivery/outbox.ts'
import { cellOfNumber } from '../../../records/cells/cell-numbers.ts'
import { type AlertLinks, inCell } from './alert-links.ts'
import { findAddresses, hashToken, linkMs } from './stored-addresses.ts'

type Recipient = AlertSettings['recipients'][number]

export interface Asking {
  readonly siteId: number
  /** What the owner calls the solution. */
  readonly name: string | null
  readonly before: readonly Recipient[]
  readonly after: readonly Recipient[]
  /** Addresses of members in lower case: nobody asks them. */
  readonly members: ReadonlySet<string>
  readonly at: Date
}

const { alertAddressesOfSolution: ofSolution, alertMailsToAddress: toAddress } = rateLimits

/**
 * Asks addresses that came into the settings, and those whose link has ended, whether they want to be told. In the transaction that
 * saves the settings, which has the site's turn.
 */
export async function askAddresses(
  tx: Queries,
  { links, randomBytes }: { readonly links: AlertLinks; readonly randomBytes: (size: number) => Buffer },
  { siteId, name, before, after, members, at }: Asking,
): Promise<void> {
  const known = await findAddresses(tx, siteId)
  const former = new Set(before.map(({ email }) => email.toLowerCase()))
  for (const { email, language } of after) {
    const address = email.toLowerCase()
    const stored = known.get(address)
    if (members.has(address) || stored?.state === 'CONFIRMED') continue
    // Whoever has unsubscribed is asked again only when somebody enters the address anew.
    if (stored?.state === 'UNSUBSCRIBED' && former.has(address)) continue
    const token = inCell(cellOfNumber(siteId), randomBytes(32).toString('base64url'))
    const [asked] = await tx.query('captcha-alert-address-ask', askSql, [
      randomUUIDv7(),
      siteId,
      address,
      language,
      hashToken(token),
      at,
      new Date(at.getTime() - linkMs),
      ofSolution.limit,
      toAddress.limit,
    ])
    if (asked === undefined) {
      await tx.query('captcha-alert-address-keep', keepSql, [randomUUIDv7(), siteId, address, language, at])
      continue
    }
    const values = { link: links.confirmPage(language, token), solution: name ?? '' }
    const mail = writeMail('alert-address-confirm', { language, to: email, givenName: '', values })
    await enqueue(tx, { siteId, eventId: null, to: { mailTo: email }, type: mail.tag, body: JSON.stringify(mail) }, at)
  }
}

const askSql = `insert into captcha.alert_addresses as a (id, site_id, address, language, state, token_hash, asked_at, created_at)
  select $1, $2, $3, $4, 'WAITING', $5, $6, $6
  where (select count(*) from captcha.alert_addresses where site_id = $2 and asked_at > $7) < $8
    and captcha.count_asked($3, $7) < $9
  on conflict (site_id, address) do update set language = $4, state = 'WAITING', token_hash = $5, asked_at = $6
  where a.asked_at is null or a.asked_at <= $7
  returning id`
const keepSql = `insert into captcha.alert_addresses (id, site_id, address, language, state, created_at) values ($1, $2, $3, $4, 'WAITING', $5)
  on conflict (site_id, address) do nothing`
