import { type CheckKind, dnsRecordTypes } from '@bollard/contracts'

/**
 * How a field of a check is typed, and what it is where it is stored: `number` is a whole number, `lines` and `headers` have one entry
 * a line, `ticks` are ids of services, and `secret` is never shown again. Empty ones are null, or left out of a list.
 */
export interface CheckField {
  /** Within the target of the check, such as `url`; also the key of its label. */
  readonly name: string
  readonly as: 'text' | 'area' | 'number' | 'tick' | 'choice' | 'lines' | 'headers' | 'ticks' | 'secret' | 'zone'
  readonly choices?: readonly string[]
  /** As it is typed in a new form. */
  readonly initial?: string
  readonly required?: true
  /** Where empty is a text of its own and not null. */
  readonly emptyIsText?: true
  /** Few people need it, so it is folded away. */
  readonly rare?: true
}

const host: CheckField = { name: 'host', as: 'text', required: true }
const port = (initial = ''): CheckField => ({ name: 'port', as: 'number', initial, required: true })
const exchange: readonly CheckField[] = [
  { name: 'send', as: 'area' },
  { name: 'expect', as: 'area' },
]
const warningDays = (initial: string): CheckField => ({ name: 'warningDays', as: 'number', initial, required: true })

/** What there is to fill in for each kind, in the order of the page. */
export const checkFields: Readonly<Record<CheckKind, readonly CheckField[]>> = {
  HTTP: [
    { name: 'url', as: 'text', required: true },
    {
      name: 'method',
      as: 'choice',
      choices: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      initial: 'GET',
    },
    { name: 'statusCodes', as: 'text', initial: '200-299', required: true },
    { name: 'headers', as: 'headers', rare: true },
    { name: 'body', as: 'area', rare: true },
    { name: 'redirectsMax', as: 'number', initial: '5', required: true, rare: true },
    { name: 'family', as: 'choice', choices: ['ANY', 'IPV4', 'IPV6'], initial: 'ANY', rare: true },
    { name: 'certificateWarningDays', as: 'number', rare: true },
  ],
  CERTIFICATE: [host, port('443'), warningDays('14'), { name: 'serverName', as: 'text' }],
  TCP: [host, port(), ...exchange],
  DNS: [
    { name: 'name', as: 'text', required: true },
    { name: 'recordType', as: 'choice', choices: dnsRecordTypes, initial: 'A' },
    { name: 'expected', as: 'lines' },
    { name: 'match', as: 'choice', choices: ['ANY', 'ALL'], initial: 'ANY' },
    { name: 'resolver', as: 'text' },
  ],
  ICMP: [host, { name: 'packets', as: 'number', initial: '3', required: true }],
  DOMAIN: [{ name: 'name', as: 'text', required: true }, warningDays('30')],
  WEBSOCKET: [
    { name: 'url', as: 'text', initial: 'wss://', required: true },
    ...exchange,
    { name: 'headers', as: 'headers' },
  ],
  SMTP: [host, port('25'), { name: 'startTls', as: 'tick', initial: 'on' }],
  GRPC: [
    host,
    port('443'),
    { name: 'tls', as: 'tick', initial: 'on' },
    { name: 'service', as: 'text', emptyIsText: true },
  ],
  HEARTBEAT: [
    { name: 'periodSeconds', as: 'number', initial: '3600' },
    { name: 'cron', as: 'text' },
    { name: 'timeZone', as: 'zone' },
    { name: 'graceSeconds', as: 'number', initial: '60', required: true },
  ],
  GROUP: [
    { name: 'members', as: 'ticks' },
    { name: 'rule', as: 'choice', choices: ['ALL', 'ANY', 'AT_LEAST'], initial: 'ALL' },
    { name: 'least', as: 'number' },
  ],
  // The fields of checks that ask a captcha stand in monitoring-captcha.
  FORM: [],
  PASS_RATE: [],
  MANUAL: [{ name: 'state', as: 'choice', choices: ['UP', 'DEGRADED', 'DOWN', 'UNKNOWN'], initial: 'UP' }],
}
