import type { ChannelPreset } from '@bollard/contracts'
import type { Language } from '@bollard/i18n'
import { recordOf } from '../configuration/read-file.ts'
import type { TargetInput } from './draft/draft-alerting.ts'
import { type DraftInHand, fit, keyFrom, nameFrom, type Note } from './draft/draft.ts'
import { durationMs } from './duration.ts'
import { addressesOf } from './kuma/map-channel.ts'

type Fields = Readonly<Record<string, unknown>>

/** What an endpoint says of whom it tells. */
interface Told {
  /** Of its service. */
  readonly key: string
  readonly alerts: readonly Fields[]
}

/** Failures in a row after which it tells there where nothing is said, and answers after which it tells that it is over. */
const [failuresDefault, successesDefault] = [3, 2]
/** Named by a variable of the environment: its value is in no file. */
const variable = /\$\{?\w+\}?/u

/** The demands of an endpoint's alerts as those of a service, which has one pair of them: the alert that is the first to tell. */
export function thresholdsOf(alerts: readonly Fields[], alerting: Fields, note: Note) {
  const known = alerts.filter(({ type }) => Object.hasOwn(alerting, String(type)))
  const told = known.map((alert) => withDefaults(alert, alerting)).filter(({ enabled }) => enabled !== false)
  if (told.length === 0) return {}
  const numbers = (name: string, otherwise: number) => told.map((one) => Number(one[name] ?? otherwise) || otherwise)
  const [failures, successes] = [
    numbers('failure-threshold', failuresDefault),
    numbers('success-threshold', successesDefault),
  ]
  if (new Set(failures).size > 1) note('value-adjusted', 'alerts/failure-threshold', failures.join(', '))
  return {
    retries: fit(Math.min(...failures) - 1, [0, 5], note, 'alerts/failure-threshold'),
    recoveries: fit(Math.min(...successes), [1, 10], note, 'alerts/success-threshold'),
  }
}

/** Channels of what `alerting` names, and a rule for each with the endpoints that tell it. */
export function addAlerting(
  alerting: Fields,
  told: readonly Told[],
  draft: DraftInHand,
  { language, activateChannels }: { readonly language: Language; readonly activateChannels: boolean },
): void {
  for (const [type, value] of Object.entries(alerting)) {
    const note = draft.noteOn(type)
    const target = targetOf(type, recordOf(value), note)
    const key = `gatus-${keyFrom(type, 'channel')}`
    const name = nameFrom(`Gatus ${type}`, type).slice(0, 80)
    if (target === null || !draft.alerting.addChannel({ key, name, language, active: activateChannels, target }))
      continue
    if (!activateChannels) note('switched-off')
    const watched = told.flatMap((one) => {
      const alert = one.alerts.find((each) => each['type'] === type)
      const full = alert === undefined ? null : withDefaults(alert, alerting)
      if (full === null || full['enabled'] === false) return []
      if (full['provider-override'] !== undefined) note('setting-unsupported', 'provider-override')
      if (full['send-on-resolved'] !== true) note('value-adjusted', 'send-on-resolved')
      return [{ key: one.key, minutes: (durationMs(full['minimum-reminder-interval'] ?? '') ?? 0) / 60_000 }]
    })
    if (watched.length === 0) note('value-invalid', 'endpoints')
    for (const [minutes, all] of Map.groupBy(watched, (one) => Math.min(1_440, Math.ceil(one.minutes))))
      draft.alerting.addRule({
        key: minutes === 0 ? key : `${key}-every-${minutes}`,
        name: minutes === 0 ? name : `${name.slice(0, 60)} (${minutes} min)`,
        channel: key,
        services: all.map((one) => one.key),
        condition: { kind: 'STATE', states: ['DOWN'] },
        repeat: minutes === 0 ? null : { afterMinutes: minutes, times: 100 },
      })
  }
}

/** An alert says only what differs from the default of its provider. */
function withDefaults(alert: Fields, alerting: Fields): Fields {
  return { ...recordOf(recordOf(alerting[String(alert['type'])])['default-alert']), ...alert }
}

/** Where a provider goes, field by field; null for one that has no counterpart, or whose secret is not in the file. */
function targetOf(type: string, provider: Fields, note: Note): TargetInput | null {
  const text = (name: string): string => String(provider[name] ?? '').trim()
  const missing = Object.keys(provider).filter(
    (name) => typeof provider[name] === 'string' && variable.test(text(name)),
  )
  for (const name of missing) note('set-up-anew', name)
  if (provider['overrides'] !== undefined) note('setting-unsupported', 'overrides')
  if (missing.length > 0) return null
  const preset = (
    name: ChannelPreset,
    secrets: Readonly<Record<string, string>>,
    fields: Readonly<Record<string, string>> = {},
  ): TargetInput => ({
    kind: 'PRESET',
    preset: name,
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
    secrets: Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== '')),
  })
  switch (type) {
    case 'slack':
      return { kind: 'SLACK', url: text('webhook-url') }
    case 'teams':
    case 'teams-workflows':
      return { kind: 'TEAMS', url: text('webhook-url') }
    case 'telegram':
      return { kind: 'TELEGRAM', token: text('token'), chatId: text('id'), threadId: Number(text('topic-id')) || null }
    case 'pagerduty':
      return { kind: 'PAGERDUTY', routingKey: text('integration-key') }
    case 'email':
      if (text('host') !== '') note('setting-unsupported', 'host')
      return { kind: 'EMAIL', addresses: addressesOf([text('to')]) }
    case 'discord':
      return preset('DISCORD', { url: text('webhook-url') })
    case 'mattermost':
      return preset('MATTERMOST', { url: text('webhook-url') })
    case 'googlechat':
      return preset('GOOGLE_CHAT', { url: text('webhook-url') })
    case 'matrix':
      return preset(
        'MATRIX',
        { token: text('access-token') },
        { server: text('server-url'), room: text('internal-room-id') },
      )
    case 'ntfy':
      return preset('NTFY', { token: text('token') }, { server: text('url'), topic: text('topic') })
    case 'gotify':
      return preset('GOTIFY', { token: text('token') }, { server: text('server-url') })
    case 'pushover':
      return preset('PUSHOVER', { token: text('application-token'), user: text('user-key') })
    case 'opsgenie':
      return preset('OPSGENIE', { apiKey: text('api-key') })
    case 'twilio':
      return preset(
        'TWILIO_SMS',
        { authToken: text('token') },
        { accountSid: text('sid'), from: text('from'), to: text('to') },
      )
    default:
      note('provider-unsupported', 'alerting', type)
      return null
  }
}
