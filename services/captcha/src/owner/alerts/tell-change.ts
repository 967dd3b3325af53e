import type { AlertChange, AlertSettings, WebhookEvent } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { captchaAlertMail, type Mail, webhookDisabledMail } from '@bollard/mail'
import type { Tell, ToldChange } from './advance-alert.ts'
import { enqueue } from './delivery/outbox.ts'
import type { JudgedSite } from './sites-to-judge.ts'

/** What people read of a site. */
export type ToldSite = Pick<JudgedSite, 'id' | 'solutionId' | 'timeZone' | 'settings'> & {
  readonly name: string | null
  /** Told as well as the recipients. */
  readonly admins?: readonly AlertSettings['recipients'][number][]
}

const eventOf: Record<AlertChange, WebhookEvent> = {
  RAISED: 'alert.raised',
  REMINDER: 'alert.reminder',
  ENDED: 'alert.ended',
}

/** Puts a mail to everybody who wants one, and a message to each webhook that takes such events, on their way. */
export function tellOf(site: ToldSite, dashboardUrl: string): Tell {
  return async (tx, change) => {
    const { eventId, at } = change
    const type = eventOf[change.change]
    const webhooks = await tx.query(
      'captcha-webhooks-of-event',
      'select id from captcha.webhooks where site_id = $1 and active and $2 = any(events)',
      [site.id, type],
    )
    const body = JSON.stringify(messageOf(site, type, change))
    for (const { id } of webhooks)
      await enqueue(tx, { siteId: site.id, eventId, to: { webhookId: id }, type, body }, at)
    if (change.quiet) return
    for (const { email, language } of [...site.settings.recipients, ...(site.admins ?? [])]) {
      const link = `${dashboardUrl}/${language}/solutions/${site.solutionId}/overview`
      const mail = captchaAlertMail({ ...change, language, to: email, site: site.name, timeZone: site.timeZone, link })
      await enqueueMail(tx, site.id, eventId, mail, at)
    }
  }
}

/** Puts the news that a webhook was turned off on its way. */
export async function tellDisabled(
  tx: Queries,
  site: ToldSite,
  { reason, since, at, dashboardUrl }: { reason: 'GONE' | 'FAILING'; since: Date; at: Date; dashboardUrl: string },
): Promise<void> {
  for (const { email, language } of site.settings.recipients) {
    const link = `${dashboardUrl}/${language}/solutions/${site.solutionId}/overview`
    const mail = webhookDisabledMail({
      language,
      to: email,
      site: site.name,
      reason,
      since,
      timeZone: site.timeZone,
      link,
    })
    await enqueueMail(tx, site.id, null, mail, at)
  }
}

function enqueueMail(tx: Queries, siteId: number, eventId: string | null, mail: Mail, at: Date): Promise<void> {
  return enqueue(tx, { siteId, eventId, to: { mailTo: mail.to }, type: mail.tag, body: JSON.stringify(mail) }, at)
}

/** `{type, timestamp, data}` as Standard Webhooks asks for. */
function messageOf(site: ToldSite, type: WebhookEvent, { alertId, eventId, change, at, raisedAt, facts }: ToldChange) {
  const data = {
    eventId,
    alertId,
    solutionId: site.solutionId,
    change,
    raisedAt: raisedAt.toISOString(),
    endedAt: change === 'ENDED' ? at.toISOString() : null,
    facts,
  }
  return { type, timestamp: at.toISOString(), data }
}
