import type { ReportStage, SubscriberChannel } from '@bollard/contracts'
import { type Mail, type MailLanguage, reportStageWord, subscriptionQuestion, writeMail } from '@bollard/mail'
import type { WebhookPost } from '@bollard/webhooks'
import type { StatusPorts } from '../status-ports.ts'

type Addresses = Pick<StatusPorts, 'statusUrl' | 'apiUrl'>

interface Told {
  readonly language: MailLanguage
  readonly to: string
  readonly token: string
  /** What the page is called. */
  readonly page: string
}

/** One update of a report, as subscribers are told of it. */
export interface ToldUpdate extends Told {
  readonly messageId: string
  readonly slug: string
  readonly host: string | null
  readonly reportId: string
  readonly title: string
  readonly stage: ReportStage
  readonly text: string
  readonly at: Date
}

/** Where a subscription is confirmed, changed and ended. */
function subscriptionPage({ statusUrl }: Addresses, token: string): string {
  return `${statusUrl}/subscription/${token}`
}

/** Asks for a confirmation. It repeats nothing that was typed but the address: anybody can enter anybody's. */
export function writeConfirmation(addresses: Addresses, { language, to, token, page }: Told): Mail {
  const values = { link: subscriptionPage(addresses, token), page }
  return writeMail('status-subscription', { language, to, givenName: '', values })
}

/** An update as a mail, with one click to unsubscribe (RFC 8058). */
export function writeUpdate(addresses: Addresses, update: ToldUpdate): Mail {
  const { language, to, token, page, title, stage, text } = update
  const values = {
    link: reportPage(addresses, update),
    page,
    report: title,
    stage: reportStageWord(language, stage),
    message: text,
    manage: subscriptionPage(addresses, token),
  }
  const mail = writeMail('status-update', { language, to, givenName: '', values })
  return { ...mail, unsubscribeUrl: `${addresses.apiUrl}/monitoring/v1/status-subscriptions/${token}/end` }
}

/** What a webhook or Slack is asked before anything else is sent there. */
export function confirmationPost(addresses: Addresses, channel: SubscriberChannel, told: Told & Named): WebhookPost {
  const link = subscriptionPage(addresses, told.token)
  const said = subscriptionQuestion(told.language)
  const body =
    channel === 'SLACK'
      ? { text: `*${slackText(told.page)}*: ${said} <${link}>` }
      : { type: 'subscription-confirm', data: { page: told.page, confirmUrl: link } }
  return post(told, body)
}

/** An update as a message of a webhook or of Slack. */
export function updatePost(addresses: Addresses, channel: SubscriberChannel, update: ToldUpdate): WebhookPost {
  const { page, title, stage, text, at, reportId, language, token } = update
  const [link, manage] = [reportPage(addresses, update), subscriptionPage(addresses, token)]
  const body =
    channel === 'SLACK'
      ? {
          text: `*${slackText(page)}: ${slackText(title)}* (${reportStageWord(language, stage)})\n${slackText(text)}\n<${link}>`,
        }
      : {
          type: 'report-updated',
          timestamp: at.toISOString(),
          data: { page, reportId, title, stage, text, url: link, manageUrl: manage },
        }
  return post(update, body)
}

interface Named {
  readonly messageId: string
}

/** Repeated tries carry the same id, so that a receiver can tell the second copy. */
function post({ to, messageId }: Pick<Told, 'to'> & Named, body: object): WebhookPost {
  return { url: to, headers: { 'webhook-id': messageId }, body: JSON.stringify(body) }
}

function reportPage({ statusUrl }: Addresses, { slug, host, reportId }: ToldUpdate): string {
  return `${host === null ? `${statusUrl}/${slug}` : `https://${host}`}/reports/${reportId}`
}

/** As Slack asks for it: nothing of what an owner writes mentions people or becomes a link. */
function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
