/** A field of a preset. `ADDRESS` begins an address and has to be `https`; a `secret` one is sealed and never shown again. */
export interface PresetField {
  readonly name: string
  readonly kind: 'ADDRESS' | 'TEXT'
  readonly secret: boolean
  /** What is taken where nothing is said; without it the field has to be filled. */
  readonly fallback?: string
  /** How providers write it; letters of ASCII in any case, so that it fits into headers and paths. */
  readonly pattern?: string
}

const address = (fallback?: string): PresetField => ({
  name: 'server',
  kind: 'ADDRESS',
  secret: false,
  ...(fallback === undefined ? {} : { fallback }),
})
const webhook: PresetField = { name: 'url', kind: 'ADDRESS', secret: true }
const text = (name: string, pattern: string, fallback?: string): PresetField => ({
  name,
  kind: 'TEXT',
  secret: false,
  pattern,
  ...(fallback === undefined ? {} : { fallback }),
})
const secret = (name: string, pattern: string): PresetField => ({ name, kind: 'TEXT', secret: true, pattern })

/** What is asked for, by preset: forms show these fields in this order. The requests themselves are the service's. */
export const channelPresetFields = {
  DISCORD: [webhook],
  MATTERMOST: [webhook],
  GOOGLE_CHAT: [webhook],
  MATRIX: [address('https://matrix.org'), text('room', '^!\\S{1,250}$'), secret('token', '^\\S{1,500}$')],
  NTFY: [address('https://ntfy.sh'), text('topic', '^[\\w-]{1,64}$'), secret('token', '^(?:tk_\\w{1,100})?$')],
  GOTIFY: [address(), secret('token', '^[\\w.-]{1,100}$')],
  PUSHOVER: [secret('token', '^[a-zA-Z0-9]{30}$'), secret('user', '^[a-zA-Z0-9]{30}$')],
  OPSGENIE: [address('https://api.opsgenie.com'), secret('apiKey', '^[\\w-]{1,100}$')],
  TWILIO_SMS: [
    text('accountSid', '^AC[0-9a-f]{32}$'),
    secret('authToken', '^\\w{1,100}$'),
    text('from', '^(?:\\+[1-9]\\d{4,14}|[A-Za-z0-9 ]{1,11})$'),
    text('to', '^\\+[1-9]\\d{4,14}$'),
  ],
} as const satisfies Record<string, readonly PresetField[]>

export type ChannelPreset = keyof typeof channelPresetFields
export const channelPresets = Object.keys(channelPresetFields) as [ChannelPreset, ...ChannelPreset[]]
