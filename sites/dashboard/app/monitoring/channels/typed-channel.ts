import {
  type Channel,
  channelKinds,
  type ChannelNew,
  channelPresetFields,
  channelPresets,
  type ChannelTarget,
  type RequestTemplate,
} from '@bollard/contracts'
import { isLanguage } from '@bollard/i18n'
import { hoursOf, shownHours } from '../weekly-hours.ts'

/** A channel as somebody typed it: every field by its place in what is sent, such as `target/url`. */
export interface TypedChannel {
  /** One of the kinds, or a preset by its own name. */
  readonly kind: ChannelChoice
  readonly values: Readonly<Record<string, string>>
}

/** What can be chosen: each kind, and of presets each one. */
export const channelChoices = [
  ...channelKinds.flatMap((kind) => (kind === 'PRESET' || kind === 'REQUEST' ? [] : [kind])),
  ...channelPresets,
  'REQUEST' as const,
]
export type ChannelChoice = (typeof channelChoices)[number]
export const choiceOf = (text: string | null) => channelChoices.find((choice) => choice === text)
export const presetOf = (choice: ChannelChoice) => channelPresets.find((preset) => preset === choice)

/** One field of a channel; a `secret` is never shown again. */
export interface ChannelField {
  readonly name: string
  readonly as: 'text' | 'secret' | 'lines' | 'number' | 'choice'
  readonly choices?: readonly string[]
  readonly initial?: string
  readonly optional?: true
}

const fieldsOfKinds = {
  EMAIL: [{ name: 'addresses', as: 'lines' }],
  WEBHOOK: [
    { name: 'url', as: 'text' },
    { name: 'secret', as: 'secret', optional: true },
  ],
  SLACK: [{ name: 'url', as: 'secret' }],
  TEAMS: [{ name: 'url', as: 'secret' }],
  TELEGRAM: [
    { name: 'token', as: 'secret' },
    { name: 'chatId', as: 'text' },
    { name: 'threadId', as: 'number', optional: true },
  ],
  PAGERDUTY: [
    { name: 'routingKey', as: 'secret' },
    { name: 'region', as: 'choice', choices: ['US', 'EU'], initial: 'US' },
  ],
} as const satisfies Record<string, readonly ChannelField[]>

/** What there is to fill in; the request of one's own has fields of its own. */
export function fieldsOf(choice: ChannelChoice): readonly ChannelField[] {
  const preset = presetOf(choice)
  if (preset !== undefined)
    return channelPresetFields[preset].map(({ name, secret, ...field }) => ({
      name: `${secret ? 'secrets' : 'fields'}/${name}`,
      as: secret ? 'secret' : 'text',
      ...('fallback' in field && field.fallback !== undefined ? { initial: field.fallback } : {}),
    }))
  return choice in fieldsOfKinds ? fieldsOfKinds[choice as keyof typeof fieldsOfKinds] : []
}

export function newChannel(kind: ChannelChoice, language: string): TypedChannel {
  const initial = fieldsOf(kind).map(({ name, initial: text = '' }) => [`target/${name}`, text])
  const request = kind === 'REQUEST' ? { 'target/request/method': 'POST', 'target/request/contentType': 'JSON' } : {}
  return { kind, values: { ...Object.fromEntries(initial), ...request, language, active: 'on' } }
}

export function typedChannel(kind: ChannelChoice, form: FormData): TypedChannel {
  const names = new Set(form.keys())
  return {
    kind,
    values: Object.fromEntries(Array.from(names, (name) => [name, form.getAll(name).map(String).join('\n')])),
  }
}

/** A stored channel as it stands in its form; secrets are empty. */
export function shownChannel({ target, name, language, active, quietHours, secrets }: Channel): TypedChannel {
  const kind = target.kind === 'PRESET' ? target.preset : target.kind
  const values: Record<string, string> = { name, language, active: active ? 'on' : '' }
  for (const [at, value] of flat('target', target)) values[at] = value
  if (target.kind === 'EMAIL') values['target/addresses'] = target.addresses.join('\n')
  if (target.kind === 'REQUEST') {
    values['target/secrets'] = secrets.map((secret) => `${secret}:`).join('\n')
    for (const part of ['request', 'resolvedRequest'] as const)
      values[`target/${part}/headers`] = (target[part]?.headers ?? [])
        .map((header) => `${header.name}: ${header.value}`)
        .join('\n')
  }
  return {
    kind,
    values: {
      ...values,
      'quietHours/timeZone': quietHours?.timeZone ?? '',
      ...shownHours('quietHours/hours', quietHours?.hours ?? []),
    },
  }
}

/** As it is sent; what does not fit is left to the service, which names the field. */
export function channelOf({ kind, values }: TypedChannel): ChannelNew {
  const text = (name: string) => (values[name] ?? '').trim()
  const zone = text('quietHours/timeZone')
  const language = text('language')
  return {
    name: text('name'),
    language: isLanguage(language) ? language : 'en',
    active: text('active') !== '',
    quietHours: zone === '' ? null : { timeZone: zone, hours: hoursOf('quietHours/hours', values) },
    target: targetOf(kind, values),
  }
}

function targetOf(kind: ChannelChoice, values: TypedChannel['values']): ChannelTarget {
  const at = (name: string) => (values[`target/${name}`] ?? '').trim()
  const orNull = (name: string) => (at(name) === '' ? null : at(name))
  const preset = presetOf(kind)
  if (preset !== undefined) {
    const known = fieldsOf(kind).map(({ name }) => name.split('/') as [string, string])
    const group = (wanted: string) =>
      known.flatMap(([where, name]) => (where === wanted ? [[name, orNull(`${where}/${name}`)] as const] : []))
    const fields = Object.fromEntries(
      group('fields').flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    )
    return { kind: 'PRESET', preset, fields, secrets: Object.fromEntries(group('secrets')) }
  }
  switch (kind) {
    case 'EMAIL':
      return { kind, addresses: linesOf(at('addresses')) }
    case 'WEBHOOK':
      return { kind, url: at('url'), secret: orNull('secret') }
    case 'TELEGRAM':
      return {
        kind,
        token: orNull('token'),
        chatId: at('chatId'),
        threadId: at('threadId') === '' ? null : Number(at('threadId')),
      }
    case 'PAGERDUTY':
      return { kind, routingKey: orNull('routingKey'), region: at('region') === 'EU' ? 'EU' : 'US' }
    case 'SLACK':
    case 'TEAMS':
      return { kind, url: orNull('url') }
    default:
      return {
        kind: 'REQUEST',
        request: requestOf('request', values),
        resolvedRequest: at('resolvedRequest/url') === '' ? null : requestOf('resolvedRequest', values),
        secrets: Object.fromEntries(linesOf(at('secrets')).map(pairOf)),
      }
  }
}

function requestOf(part: string, values: TypedChannel['values']): RequestTemplate {
  const at = (name: string) => values[`target/${part}/${name}`] ?? ''
  const type = at('contentType')
  return {
    method: at('method') === 'PUT' ? 'PUT' : 'POST',
    url: at('url').trim(),
    headers: linesOf(at('headers')).map((line) => {
      const [name, value] = pairOf(line)
      return { name, value: value ?? '' }
    }),
    contentType: type === 'FORM' || type === 'TEXT' ? type : 'JSON',
    body: at('body').replaceAll('\r\n', '\n'),
  }
}

const linesOf = (text: string) =>
  text
    .split(/[\n\r]+/u)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Name and value around the first colon; null without a value. */
function pairOf(line: string): [string, string | null] {
  const end = line.indexOf(':')
  const value = end < 0 ? '' : line.slice(end + 1).trim()
  return [(end < 0 ? line : line.slice(0, end)).trim(), value === '' ? null : value]
}

/** Texts and numbers of an object by their places in it. */
function flat(at: string, value: object): [string, string][] {
  return Object.entries(value).flatMap(([name, one]: [string, unknown]): [string, string][] => {
    if (typeof one === 'string' || typeof one === 'number') return [[`${at}/${name}`, String(one)]]
    return typeof one === 'object' && one !== null && !Array.isArray(one) ? flat(`${at}/${name}`, one) : []
  })
}
