import { type ChannelPreset, channelPresetFields, type PresetField } from '@bollard/contracts'
import { type FilledTemplate, priorities, type Priorities } from './request-template.ts'

/** How a provider is asked, as data. `resolved` is sent instead when an alert has ended. */
export interface Preset {
  readonly request: FilledTemplate
  readonly resolved?: FilledTemplate
  /** Tells that somebody takes care; without it nobody is told. */
  readonly acknowledged?: FilledTemplate
  readonly priorities?: Priorities
  /** Whether the provider has incidents of its own, so that each alert is a message by itself. */
  readonly byAlert?: true
  /** What the provider writes where it refuses with a status that says otherwise. */
  readonly refusal?: RegExp
}

const json = (url: string, body: object, more: Partial<FilledTemplate> = {}): FilledTemplate => ({
  method: 'POST',
  url,
  headers: [],
  contentType: 'JSON',
  // A number is a place without quotes.
  body: JSON.stringify(body).replaceAll('"{{priority}}"', '{{priority}}'),
  ...more,
})
const form = (url: string, fields: Readonly<Record<string, string>>, more: Partial<FilledTemplate> = {}) => ({
  ...json(url, {}, more),
  contentType: 'FORM' as const,
  body: Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('&'),
})
const header = (name: string, value: string) => ({ headers: [{ name, value }] })
const opsgenieKey = header('authorization', 'GenieKey {{apiKey}}')
const opsgenieAction = (action: 'close' | 'acknowledge') =>
  json(`{{server}}/v2/alerts/{{incidentKey}}/${action}?identifierType=alias`, { source: 'Bollard' }, opsgenieKey)

/** Each as its provider documents it. Names of fields are those of `channelPresetFields`. */
export const presets: Readonly<Record<ChannelPreset, Preset>> = {
  DISCORD: {
    request: json('{{url}}', {
      embeds: [{ title: '{{title:256}}', description: '{{text:4000}}', url: '{{link}}' }],
      // Nobody is mentioned, whatever a service is called.
      allowed_mentions: { parse: [] },
    }),
  },
  MATTERMOST: { request: json('{{url}}', { text: '{{title:500}}\n{{text:10000}}\n{{link}}' }) },
  GOOGLE_CHAT: { request: json('{{url}}', { text: '{{title:500}}\n{{text:3000}}\n{{link}}' }) },
  MATRIX: {
    // The number of a transaction is the key: the homeserver shows a repetition once.
    request: json(
      '{{server}}/_matrix/client/v3/rooms/{{room}}/send/m.room.message/{{id}}',
      { msgtype: 'm.text', body: '{{title:500}}\n{{text:10000}}\n{{link}}' },
      { method: 'PUT', ...header('authorization', 'Bearer {{token}}') },
    ),
  },
  NTFY: {
    request: json(
      '{{server}}',
      {
        topic: '{{topic}}',
        title: '{{title:250}}',
        // It counts bytes, 4,096 of them, and a character has up to three.
        message: '{{text:1300}}',
        priority: '{{priority}}',
        click: '{{link}}',
      },
      header('authorization', 'Bearer {{token}}'),
    ),
    priorities: { OPENED: 5, REPEATED: 5, ACKNOWLEDGED: 3, RESOLVED: 3, TEST: 3 },
  },
  GOTIFY: {
    request: json(
      '{{server}}/message',
      {
        title: '{{title:250}}',
        message: '{{text:4000}}',
        priority: '{{priority}}',
        extras: { 'client::notification': { click: { url: '{{link}}' } } },
      },
      header('x-gotify-key', '{{token}}'),
    ),
    priorities: { OPENED: 8, REPEATED: 8, ACKNOWLEDGED: 4, RESOLVED: 4, TEST: 4 },
  },
  PUSHOVER: {
    request: form('https://api.pushover.net/1/messages.json', {
      token: '{{token}}',
      user: '{{user}}',
      title: '{{title:250}}',
      message: '{{text:1024}}',
      url: '{{link:512}}',
      priority: '{{priority}}',
    }),
    priorities: { OPENED: 1, REPEATED: 1, ACKNOWLEDGED: 0, RESOLVED: 0, TEST: 0 },
    refusal: /"status":\s*0\b/u,
  },
  OPSGENIE: {
    byAlert: true,
    request: json(
      '{{server}}/v2/alerts',
      {
        message: '{{title:130}}',
        alias: '{{incidentKey}}',
        description: '{{text:10000}}\n{{link}}',
        entity: '{{service:512}}',
        source: 'Bollard',
        priority: 'P{{priority}}',
      },
      opsgenieKey,
    ),
    resolved: opsgenieAction('close'),
    acknowledged: opsgenieAction('acknowledge'),
    priorities: { OPENED: 1, REPEATED: 1, ACKNOWLEDGED: 3, RESOLVED: 3, TEST: 5 },
  },
  TWILIO_SMS: {
    request: form(
      'https://api.twilio.com/2010-04-01/Accounts/{{accountSid}}/Messages.json',
      { From: '{{from}}', To: '{{to}}', Body: '{{title:300}}%0A{{text:600}}' },
      { basic: { user: '{{accountSid}}', password: '{{authToken}}' } },
    ),
    priorities,
    refusal: /"error_code":\s*"?\d/u,
  },
}

/** What is taken where a channel says nothing of a field. */
export function fallbacksOf(preset: ChannelPreset): Readonly<Record<string, string>> {
  const fields: readonly PresetField[] = channelPresetFields[preset]
  return Object.fromEntries(fields.flatMap(({ name, fallback }) => (fallback === undefined ? [] : [[name, fallback]])))
}
