import type { ReportStage, SubscriberChannel } from '@bollard/contracts'
import {
  correctedWord,
  type Mail,
  type MailLanguage,
  reportStageWord,
  subscriptionQuestion,
  writeMail,
} from '@bollard/mail'
import type { WebhookPost } from '@bollard/webhooks'
import type { StatusPorts } from '../status-ports.ts'

export type Addresses = Pick<StatusPorts, 'statusUrl' | 'apiUrl'>

interface Told {
  readonly language: MailLanguage
  readonly to: string
  readonly token: string
  /** What the page is called. */
  readonly page: string
}

/** What every message to a subscriber of a page needs. */
export interface ToldBySubscriber extends Told {
  readonly messageId: string
  readonly slug: string
  readonly host: string | null
}

/** One update of a report, as subscribers are told of it. */
export interface ToldUpdate extends ToldBySubscriber {
  readonly reportId: string
  readonly title: string
  readonly stage: ReportStage
  readonly text: string
  readonly at: Date
  /** Null for an update that they are told of for the first time. */
  readonly correctedAt: Date | null
}

/** Where a subscription is confirmed, changed and ended. */
export function subscriptionPage({ statusUrl }: Addresses, token: string): string {
  return `${statusUrl}/subscription/${token}`
}

/** Asks for a confirmation. It repeats nothing that was typed but the address: anybody can enter anybody's. */
export function writeConfirmation(addresses: Addresses, { language, to, token, page }: Told): Mail {
  const values = { link: subscriptionPage(addresses, token), page }
  return writeMail('status-subscription', { language, to, givenName: '', values })
}

/** An update as a mail, with one click to unsubscribe (RFC 8058). */
export function writeUpdate(addresses: Addresses, update: ToldUpdate): Mail {
  const { language, to, token, page, title, text } = update
  const values = {
    link: reportPage(addresses, update),
    page,
    report: title,
    stage: stageOf(update),
    message: text,
    manage: subscriptionPage(addresses, token),
  }
  return withWayOut(addresses, token, writeMail('status-update', { language, to, givenName: '', values }))
}

/** A mail that one click ends. */
export function withWayOut({ apiUrl }: Addresses, token: string, mail: Mail): Mail {
  return { ...mail, unsubscribeUrl: `${apiUrl}/monitoring/v1/status-subscriptions/${token}/end` }
}

function stageOf({ language, stage, correctedAt }: ToldUpdate): string {
  const word = reportStageWord(language, stage)
  return correctedAt === null ? word : correctedWord(language, word)
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
  const { page, title, stage, text, at, reportId, token, correctedAt } = update
  const [link, manage] = [reportPage(addresses, update), subscriptionPage(addresses, token)]
  const body =
    channel === 'SLACK'
      ? {
          text: `*${slackText(page)}: ${slackText(title)}* (${stageOf(update)})\n${slackText(text)}\n<${link}>`,
        }
      : {
          type: 'report-updated',
          timestamp: at.toISOString(),
          data: {
            page,
            reportId,
            title,
            stage,
            text,
            correctedAt: correctedAt?.toISOString() ?? null,
            url: link,
            manageUrl: manage,
          },
        }
  return post(update, body)
}

interface Named {
  readonly messageId: string
}

/** Repeated tries carry the same id, so that a receiver can tell the second copy. */
export function post({ to, messageId }: Pick<Told, 'to'> & Named, body: object): WebhookPost {
  return { url: to, headers: { 'webhook-id': messageId }, body: JSON.stringify(body) }
}

function reportPage(addresses: Addresses, update: ToldUpdate): string {
  return `${pageAddress(addresses, update)}/reports/${update.reportId}`
}

/** Without a slash at the end. */
export function pageAddress({ statusUrl }: Addresses, { slug, host }: Pick<ToldBySubscriber, 'slug' | 'host'>): string {
  return host === null ? `${statusUrl}/${slug}` : `https://${host}`
}

/** As Slack asks for it: nothing of what an owner writes mentions people or becomes a link. */
export function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
