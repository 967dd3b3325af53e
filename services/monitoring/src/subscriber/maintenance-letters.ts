import type { SubscriberChannel } from '@bollard/contracts'
import { type Mail, maintenanceWord, seriesWord, timeSpan, writeMail } from '@bollard/mail'
import type { WebhookPost } from '@bollard/webhooks'
import type { MaintenanceEvent } from '../announcement/next-step.ts'
import {
  type Addresses,
  pageAddress,
  post,
  slackText,
  subscriptionPage,
  type ToldBySubscriber,
  withWayOut,
} from './letters.ts'

/** What a page tells of planned maintenance. */
export interface ToldMaintenance extends ToldBySubscriber {
  readonly event: MaintenanceEvent
  /** The same in all messages about a window. */
  readonly maintenanceId: string
  readonly title: string
  readonly from: Date
  readonly until: Date
  readonly isSeries: boolean
  /** Names of the components that it touches, as the page has them. */
  readonly components: readonly string[]
  /** In which times are written. */
  readonly timeZone: string
  readonly at: Date
}

/** As a mail, with the calendar of the page and one click to unsubscribe. */
export function writeMaintenance(addresses: Addresses, told: ToldMaintenance): Mail {
  const { language, to, token, page, title, event, components } = told
  const values = {
    link: pageAddress(addresses, told),
    page,
    event: maintenanceWord(language, event),
    work: title,
    when: whenOf(told),
    components: components.join(', '),
    calendar: calendarOf(addresses, told),
    manage: subscriptionPage(addresses, token),
  }
  return withWayOut(addresses, token, writeMail('status-maintenance', { language, to, givenName: '', values }))
}

/** As a message of a webhook or of Slack. */
export function maintenancePost(addresses: Addresses, channel: SubscriberChannel, told: ToldMaintenance): WebhookPost {
  const { language, token, page, title, event, from, until, isSeries, components, at, maintenanceId } = told
  const link = pageAddress(addresses, told)
  if (channel === 'SLACK') {
    const names = components.length === 0 ? '' : `\n${slackText(components.join(', '))}`
    const head = `*${slackText(page)}: ${slackText(title)}* (${maintenanceWord(language, event)})`
    return post(told, { text: `${head}\n${slackText(whenOf(told))}${names}\n<${link}>` })
  }
  const times = { from: from.toISOString(), to: until.toISOString(), recurring: isSeries }
  const ways = { url: link, calendarUrl: calendarOf(addresses, told), manageUrl: subscriptionPage(addresses, token) }
  const data = { page, maintenanceId, event, title, ...times, components, ...ways }
  return post(told, { type: 'maintenance', timestamp: at.toISOString(), data })
}

function calendarOf(addresses: Addresses, told: ToldMaintenance): string {
  return `${pageAddress(addresses, told)}/maintenance.ics`
}

/** Such as `20 Mar 2026, 22:00 – 23:00 CET`. */
function whenOf({ language, from, until, timeZone, isSeries }: ToldMaintenance): string {
  const when = timeSpan(language, from, until, timeZone)
  return isSeries ? seriesWord(language, when) : when
}
