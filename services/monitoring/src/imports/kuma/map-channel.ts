import type { ChannelPreset } from '@bollard/contracts'
import type { TargetInput } from '../draft/draft-alerting.ts'
import type { Note } from '../draft/draft.ts'

/** What the database keeps of a notification: names and values of its form. */
type Config = Readonly<Record<string, unknown>>

/** Where a notification goes, field by field; null for a kind that has no counterpart. What does not come along is noted by its name. */
export function targetOf(config: Config, note: Note): TargetInput | null {
  const text = (name: string): string => String(config[name] ?? '').trim()
  /** Settings that only that product has; those that are empty or off say nothing. */
  const leaveOut = (...names: readonly string[]): void => {
    for (const name of names)
      if (config[name] !== undefined && ![false, null, ''].includes(config[name] as string))
        note('setting-unsupported', name)
  }
  const preset = (
    name: ChannelPreset,
    secrets: Readonly<Record<string, string>>,
    fields: Readonly<Record<string, string>> = {},
  ): TargetInput => ({ kind: 'PRESET', preset: name, fields: filled(fields), secrets: filled(secrets) })
  switch (String(config['type']).toLowerCase()) {
    case 'telegram':
      leaveOut('telegramServerUrl', 'telegramTemplate', 'telegramSendSilently', 'telegramProtectContent')
      return {
        kind: 'TELEGRAM',
        token: text('telegramBotToken'),
        chatId: text('telegramChatID'),
        threadId: Number(text('telegramMessageThreadID')) || null,
      }
    case 'slack':
      leaveOut('slackchannel', 'slackusername', 'slackiconemo', 'slackTemplate', 'slackchannelnotify')
      return { kind: 'SLACK', url: text('slackwebhookURL') }
    case 'teams':
      return { kind: 'TEAMS', url: text('webhookUrl') }
    case 'pagerduty':
      leaveOut('pagerdutyPriority')
      return {
        kind: 'PAGERDUTY',
        routingKey: text('pagerdutyIntegrationKey'),
        region: /\.eu\./u.test(text('pagerdutyIntegrationUrl')) ? 'EU' : 'US',
      }
    case 'smtp':
      leaveOut('smtpHost', 'smtpFrom', 'customSubject', 'customBody')
      return { kind: 'EMAIL', addresses: addressesOf([text('smtpTo'), text('smtpCC'), text('smtpBCC')]) }
    case 'webhook':
      return webhookOf(config, text, note)
    case 'discord':
      leaveOut('discordUsername', 'discordPrefixMessage', 'discordMessageTemplate', 'postName', 'threadId')
      return preset('DISCORD', { url: text('discordWebhookUrl') })
    case 'mattermost':
      leaveOut('mattermostchannel', 'mattermostusername', 'mattermosticonemo', 'mattermosticonurl')
      return preset('MATTERMOST', { url: text('mattermostWebhookUrl') })
    case 'googlechat':
      leaveOut('googleChatTemplate')
      return preset('GOOGLE_CHAT', { url: text('googleChatWebhookURL') })
    case 'matrix':
      leaveOut('matrixTemplate')
      return preset(
        'MATRIX',
        { token: text('accessToken') },
        { server: text('homeserverUrl'), room: text('internalRoomId') },
      )
    case 'ntfy':
      if (text('ntfyusername') !== '') note('set-up-anew', 'ntfyusername')
      leaveOut('ntfyPriority', 'ntfyPriorityDown', 'ntfyIcon', 'ntfyCall', 'ntfyCustomTitle', 'ntfyCustomMessage')
      return preset(
        'NTFY',
        { token: text('ntfyaccesstoken') },
        { server: text('ntfyserverurl'), topic: text('ntfytopic') },
      )
    case 'gotify':
      leaveOut('gotifyPriority')
      return preset('GOTIFY', { token: text('gotifyapplicationToken') }, { server: text('gotifyserverurl') })
    case 'pushover':
      leaveOut(
        'pushoverdevice',
        'pushoverpriority',
        'pushoversounds',
        'pushoversounds_up',
        'pushovertitle',
        'pushoverttl',
      )
      return preset('PUSHOVER', { token: text('pushoverapptoken'), user: text('pushoveruserkey') })
    case 'opsgenie': {
      leaveOut('opsgeniePriority')
      const server = text('opsgenieRegion').toLowerCase() === 'eu' ? 'https://api.eu.opsgenie.com' : ''
      return preset('OPSGENIE', { apiKey: text('opsgenieApiKey') }, { server })
    }
    case 'twilio': {
      // A key of its own signs in with another name than that of the account.
      if (text('twilioApiKey') !== '') return anew(note, 'twilioApiKey')
      leaveOut('twilioMessagingServiceSID')
      const [accountSid, from, to] = [text('twilioAccountSID'), text('twilioFromNumber'), text('twilioToNumber')]
      return preset('TWILIO_SMS', { authToken: text('twilioAuthToken') }, { accountSid, from, to })
    }
    default:
      note('provider-unsupported', 'type', config['type'])
      return null
  }
}

/**
 * A request that says the same in the same places: whoever takes it reads `msg`, and mostly nothing else. What headers carry is taken for
 * secrets. An address can be read by all members, so one that has a query, which often is a key, is set up anew.
 */
function webhookOf(config: Config, text: (name: string) => string, note: Note): TargetInput | null {
  if (text('httpMethod').toLowerCase() === 'get') return anew(note, 'httpMethod')
  if (text('webhookContentType') === 'form-data') return anew(note, 'webhookContentType')
  if (text('webhookURL').includes('?')) return anew(note, 'webhookURL')
  note('value-adjusted', text('webhookContentType') === 'custom' ? 'webhookCustomBody' : 'heartbeat')
  const headers = headersOf(text('webhookAdditionalHeaders'))
  if (headers === null) return anew(note, 'webhookAdditionalHeaders')
  return {
    kind: 'REQUEST',
    request: {
      url: text('webhookURL'),
      headers: headers.map(([name], index) => ({ name, value: `{{header${index + 1}}}` })),
      body: '{"msg":"{{title}} {{text}}","monitor":{"name":"{{service}}"},"heartbeat":{"event":"{{event}}"}}',
    },
    secrets: Object.fromEntries(headers.map(([, value], index) => [`header${index + 1}`, value])),
  }
}

function headersOf(text: string): readonly (readonly [string, string])[] | null {
  if (text === '') return []
  try {
    const entries = Object.entries(JSON.parse(text) as object)
    return entries
      .filter(([name]) => name.toLowerCase() !== 'content-type')
      .map(([name, value]) => [name, String(value)] as const)
  } catch {
    return null
  }
}

function anew(note: Note, field: string): null {
  note('set-up-anew', field)
  return null
}

/** Addresses of mails, with or without the names before them; each once. */
export function addressesOf(lists: readonly string[]): string[] {
  const all = lists.flatMap((list) => list.split(/[,;]/u)).map((one) => /<(?<address>[^>]+)>/u.exec(one)?.[1] ?? one)
  const addresses = all.map((one) => one.trim().toLowerCase()).filter((one) => one !== '')
  return [...new Set(addresses)]
}

function filled(all: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}
