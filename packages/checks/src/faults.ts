import type { Verdict } from '@bollard/uptime'

/**
 * Everything a check can find wrong, and what it makes of the check. The codes are stable: results are stored with them.
 * DOWN: people cannot use the service. DEGRADED: they can, but somebody has to act. UNKNOWN: the fault is ours or nobody's, and
 * says nothing about the service.
 */
export const faults = {
  /** Not finished within the check's timeout, whatever it waited for. */
  timeout: 'DOWN',
  /** The host or the address of the check cannot be read. */
  'target-invalid': 'UNKNOWN',
  /** The name does not exist, or has no address. */
  'dns-not-found': 'DOWN',
  /** The resolver answers with a failure, or the servers of the name do not answer. */
  'dns-failed': 'DOWN',
  /** The prober has no resolver that it could ask. */
  'resolver-unreachable': 'UNKNOWN',
  /** The name has addresses, but none of the family asked for. */
  'no-such-family': 'DOWN',
  /** The name, one of its addresses, or that of a redirect belongs to a private network. */
  'private-address': 'DOWN',
  /** Checks of this kind may not use the port. */
  'port-refused': 'UNKNOWN',
  'connection-refused': 'DOWN',
  /** The other side ended the connection before it had answered. */
  'connection-reset': 'DOWN',
  'host-unreachable': 'DOWN',
  /** The prober itself has no way to that network, such as none for IPv6. */
  'network-unreachable': 'UNKNOWN',
  /** The TLS handshake failed before there was a certificate to judge, or the other side refused ours. */
  'tls-failed': 'DOWN',
  'tls-expired': 'DOWN',
  'tls-not-yet-valid': 'DOWN',
  /** The certificate is not for this name. */
  'tls-name-mismatch': 'DOWN',
  'tls-self-signed': 'DOWN',
  /** The chain does not lead to a certificate that browsers trust, mostly for want of an intermediate one. */
  'tls-untrusted': 'DOWN',
  'certificate-expires-soon': 'DEGRADED',
  /** The client certificate of the check, or its key, cannot be read. */
  'client-certificate-invalid': 'UNKNOWN',
  /** Method or headers of the check cannot be sent. */
  'request-invalid': 'UNKNOWN',
  /** What answers does not speak the protocol of the check. */
  protocol: 'DOWN',
  /** More than 32 KiB of headers. */
  'headers-too-large': 'DOWN',
  /** The body is not encoded as its headers say. */
  'body-invalid': 'DOWN',
  'too-many-redirects': 'DOWN',
  /** A redirect leads to what is no web address, or to one with a password. */
  'redirect-invalid': 'DOWN',
  /** The page has no form with the captcha or the fields of the check. */
  'form-not-found': 'DOWN',
  /** The form has lost a field, or would be sent where nobody should send it. */
  'form-changed': 'DOWN',
  /** The captcha does not let this monitoring in, or its pass was not taken. */
  'pass-refused': 'UNKNOWN',
  /** The captcha cannot be reached, or answers with a failure. */
  'captcha-away': 'DOWN',
  /** The captcha works and lets nobody pass: it is paused, locked, or does not know the page. */
  'captcha-refused': 'DOWN',
  /** The browser would not send the form: a field that must be filled in is not, or a script held it back. */
  'form-not-sent': 'DOWN',
  /** The operator names no browser any more. */
  'browser-missing': 'UNKNOWN',
  /** All browsers of the process were busy with other checks. */
  'browser-busy': 'UNKNOWN',
  /** The browser did not start, ended early, or took more than it may. */
  'browser-failed': 'UNKNOWN',
  /** The form was taken, and nothing of it arrived behind it. */
  'heartbeat-missing': 'DOWN',
  /** A status that the check does not take. */
  status: 'DOWN',
  /** A challenge page stands in front of the content. */
  challenged: 'CHALLENGED',
  /** An assertion failed; it names itself whether that is DOWN or DEGRADED. */
  assertion: 'DOWN',
  /** The answer ended, or 64 KiB of it came, without the text that was expected. */
  'unexpected-answer': 'DOWN',
  /** The records are others than expected. */
  'dns-answer': 'DOWN',
  /** No echo came back. */
  'no-reply': 'DOWN',
  /** Some echoes came back. */
  'packets-lost': 'DEGRADED',
  /** The prober has no `ping`, or may not use it. */
  'ping-unavailable': 'UNKNOWN',
  'domain-expired': 'DOWN',
  'domain-expires-soon': 'DEGRADED',
  /** The registry does not publish the name: `client hold`, `server hold`, `redemption period` or `pending delete`. */
  'domain-on-hold': 'DOWN',
  /** The registry knows no such domain. */
  'domain-not-found': 'DOWN',
  /** No RDAP server is known for the top-level domain. */
  'registry-unknown': 'UNKNOWN',
  /** The registry does not say when the domain expires. */
  'registry-silent': 'UNKNOWN',
  /** The registry's server did not answer, or limits how often it may be asked. */
  'registry-failed': 'UNKNOWN',
  /** The server does not switch to WebSocket. */
  'upgrade-refused': 'DOWN',
  /** The mail server refuses the conversation. */
  'smtp-refused': 'DOWN',
  'starttls-missing': 'DOWN',
  /** The gRPC call ended with a status other than OK. */
  'grpc-failed': 'DOWN',
  /** The health service says NOT_SERVING or UNKNOWN. */
  'grpc-not-serving': 'DOWN',
  /** The health service does not know the service that was asked for. */
  'grpc-service-unknown': 'DOWN',
  /** The prober ran out of something, or has a fault of its own. */
  'prober-failed': 'UNKNOWN',
} as const satisfies Record<string, Verdict>

export type FaultCode = keyof typeof faults

/** Ends a check. The message is the result's detail. */
export class CheckFault extends Error {
  readonly code: FaultCode
  constructor(code: FaultCode, detail: string) {
    super(detail)
    this.code = code
  }
}

const codes: Readonly<Record<string, FaultCode>> = {
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-reset',
  EPIPE: 'connection-reset',
  ECONNABORTED: 'connection-reset',
  EHOSTUNREACH: 'host-unreachable',
  EHOSTDOWN: 'host-unreachable',
  ENETUNREACH: 'network-unreachable',
  ENETDOWN: 'network-unreachable',
  EADDRNOTAVAIL: 'network-unreachable',
  EAFNOSUPPORT: 'network-unreachable',
  ETIMEDOUT: 'timeout',
  ERR_SOCKET_CONNECTION_TIMEOUT: 'timeout',
  EPROTO: 'tls-failed',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
}

/** The fault that an error of Node's stands for. What nobody foresaw is our own. */
export function faultOf(error: unknown): CheckFault {
  if (error instanceof CheckFault) return error
  if (error instanceof AggregateError && error.errors.length > 0) return worstOf(error.errors)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const detail = error instanceof Error ? error.message || code : String(error)
  const known = codes[code]
  if (known !== undefined) return new CheckFault(known, detail || code)
  if (/^ERR_(?:SSL|TLS)_/u.test(code)) return new CheckFault('tls-failed', detail)
  if (/^(?:HPE|ERR_HTTP2)_/u.test(code)) return new CheckFault('protocol', detail)
  return new CheckFault('prober-failed', detail)
}

/** Of several addresses, what one of them did says more than that there is no way to another. */
function worstOf(errors: readonly unknown[]): CheckFault {
  const all = errors.map(faultOf)
  const [first = new CheckFault('prober-failed', 'no error')] = all
  return all.find(({ code }) => faults[code] === 'DOWN') ?? first
}
