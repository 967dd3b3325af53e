import type { HostAddress } from '@bollard/addresses'
import type { Assertion } from '@bollard/uptime'

export interface HttpHeader {
  readonly name: string
  readonly value: string
}

export type HttpAuthentication =
  | { readonly kind: 'BASIC'; readonly user: string; readonly password: string }
  | { readonly kind: 'BEARER'; readonly token: string }
  /** Both as PEM. */
  | { readonly kind: 'CLIENT_CERTIFICATE'; readonly certificate: string; readonly key: string }

/** A gateway of page protection in front of what is checked, which lets a request pass that proves itself (`probePassKey`). */
export interface GatewayInFront {
  /** The key of the host, in base64url; null where it is lost, and then the check comes as any visitor does. */
  readonly secret: string | null
}

export interface HttpTarget {
  readonly url: string
  readonly method: string
  readonly headers: readonly HttpHeader[]
  readonly body: string | null
  /** 0 to 10; with 0 a redirect is judged as any other answer. */
  readonly redirectsMax: number
  readonly authentication: HttpAuthentication | null
  /** Codes and ranges that are good, such as `200-299,401`. */
  readonly statusCodes: string
  readonly family: 'ANY' | 'IPV4' | 'IPV6'
  /** DEGRADED when the certificate has fewer days left; null does not look. */
  readonly certificateWarningDays: number | null
  /** Left out where none stands before it. */
  readonly gateway?: GatewayInFront | undefined
}

/** A form with a captcha of this installation. */
export interface FormTarget {
  /** Of the page with the form. */
  readonly url: string
  readonly siteKey: string
  /** What is filled in; `{{run}}` in a value is replaced by what tells this run from all others. */
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  /** Name under which the form sends the captcha's token. */
  readonly responseField: string
  /** Whether it is read and sent without scripts, or by the browser of the options, which follows redirects as it does. */
  readonly way: 'PROTOCOL' | 'BROWSER'
  readonly redirectsMax: number
  /** Codes and ranges of the answer to the form that are good. */
  readonly statusCodes: string
  readonly family: 'ANY' | 'IPV4' | 'IPV6'
  /** The heartbeat that the system behind the form sends, and how soon; null waits for none. */
  readonly heartbeat: { readonly serviceId: string; readonly withinSeconds: number } | null
  /** Left out where none stands before it. */
  readonly gateway?: GatewayInFront | undefined
}

/** What a check of a form needs of the captcha and of heartbeats. */
export interface FormHelp {
  /** Address of the captcha's API, without a slash at its end. */
  readonly captchaUrl: string
  /** A pass for the captcha of a site key on pages of a host; null where it does not let this monitoring in. */
  readonly passFor: (siteKey: string, host: string) => Promise<string | null>
  /** Does the work of a challenge. */
  readonly solve: (challenge: string, signal: AbortSignal) => Promise<string>
  /**
   * Marks the last heartbeat of a service; null where there was none. With `run` only a signed heartbeat counts whose nonce that is.
   */
  readonly lastSignal: (serviceId: string, run: string | null) => Promise<string | null>
}

export const dnsRecordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'CAA', 'SRV'] as const
export type DnsRecordType = (typeof dnsRecordTypes)[number]

/** What is checked, by kind. Hosts are names or addresses without brackets, ports 1 to 65 535. */
export interface Targets {
  readonly HTTP: HttpTarget
  readonly FORM: FormTarget
  readonly CERTIFICATE: {
    readonly host: string
    readonly port: number
    /** Name that the server is asked for and that the certificate must have; that of the host when null. */
    readonly serverName: string | null
    readonly warningDays: number
  }
  readonly TCP: {
    readonly host: string
    readonly port: number
    readonly send: string | null
    /** Text that the answer must contain within its first 64 KiB. */
    readonly expect: string | null
  }
  readonly DNS: {
    readonly name: string
    readonly recordType: DnsRecordType
    /** Name or address of the resolver that is asked; null asks the system's. */
    readonly resolver: string | null
    /** Answers as `checkDns` writes them; none expects any answer at all. */
    readonly expected: readonly string[]
    readonly match: 'ANY' | 'ALL'
  }
  readonly ICMP: { readonly host: string; readonly packets: number }
  readonly DOMAIN: { readonly name: string; readonly warningDays: number }
  readonly WEBSOCKET: {
    readonly url: string
    readonly headers: readonly HttpHeader[]
    readonly send: string | null
    readonly expect: string | null
    readonly gateway?: GatewayInFront | undefined
  }
  readonly SMTP: { readonly host: string; readonly port: number; readonly startTls: boolean }
  readonly GRPC: {
    readonly host: string
    readonly port: number
    readonly tls: boolean
    /** Empty asks for the server as a whole. */
    readonly service: string
  }
}

export type ProbedKind = keyof Targets

/** One thing to check, once. */
export type Check = {
  readonly [Kind in ProbedKind]: {
    readonly kind: Kind
    readonly target: Targets[Kind]
    /** For the whole check, look-ups included; 1 000 to 60 000. */
    readonly timeoutMs: number
    readonly assertions: readonly Assertion[]
  }
}[ProbedKind]

export interface CheckOptions {
  /** Whether private networks and every port may be reached. Only an operator's setting, or a probe for itself, may say so. */
  readonly allowPrivate: boolean
  /** All addresses of a name; by DNS by default. */
  readonly resolve?: (host: string) => Promise<readonly HostAddress[]>
  /** Whether an address belongs to the internet; by what is known of its network by default. */
  readonly isPublic?: (address: string) => boolean
  /** Certificates (PEM) that are trusted in place of Mozilla's list. */
  readonly trust?: readonly string[]
  /** Unix milliseconds; the system's clock by default. */
  readonly now?: () => number
  readonly userAgent?: string
  /** Program that sends echo requests; `ping` of the system by default. */
  readonly pingProgram?: string
  /** Port that resolvers answer at; 53 by default. */
  readonly dnsPort?: number
  /** Needed by checks of forms alone. */
  readonly form?: FormHelp
  /** Program of the browser that checks forms; null where there is none. */
  readonly browser?: string | null
  /** Address of the RDAP server of a top-level domain, with a slash at its end; by IANA's list by default. */
  readonly registryOf?: (topLevel: string) => string | null
}
