import { type WebhookEvent, webhookEvents } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'

/** Events by the names of their texts. */
export const eventNames = {
  'alert.raised': 'raised',
  'alert.reminder': 'reminder',
  'alert.ended': 'ended',
  ping: 'ping',
} as const satisfies Record<WebhookEvent | 'ping', string>

/** A webhook as somebody typed it. */
export interface TypedWebhook {
  url: string
  events: WebhookEvent[]
  description: string
}

export const newWebhook: TypedWebhook = { url: '', events: [...webhookEvents], description: '' }

export function typedWebhook(form: FormData): TypedWebhook {
  const chosen = new Set(form.getAll('events'))
  return {
    url: textOf(form, 'url').trim(),
    events: webhookEvents.filter((event) => chosen.has(event)),
    description: textOf(form, 'description').trim(),
  }
}
