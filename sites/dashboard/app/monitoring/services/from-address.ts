import type { MonitoredServiceNew } from '@bollard/contracts'
import { newService, serviceOf } from './typed-service.ts'

/** What one pasted address can be watched by. */
export interface FromAddress {
  /** The address as it is checked; null where it is none. */
  readonly url: string | null
  readonly host: string
  /** Whether it has a certificate, and whether it stands under a domain that a registry knows of. */
  readonly hasCertificate: boolean
  readonly hasDomain: boolean
}

/** Reads what people paste: a whole address, or a name alone, which then is one of https. */
export function readAddress(pasted: string): FromAddress {
  const text = pasted.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//iu.test(text) ? text : `https://${text}`)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  // A name before the host is that of somebody, as in mailto:, and no page has one.
  if (!isWeb || url === null || url.username !== '' || text === '')
    return { url: null, host: '', hasCertificate: false, hasDomain: false }
  url.hash = ''
  const { hostname } = url
  const isAddress = /^[\d.]+$|^\[/u.test(hostname)
  return {
    url: url.href,
    host: hostname.replace(/^\[|\]$/gu, ''),
    hasCertificate: url.protocol === 'https:',
    hasDomain: !isAddress && hostname.includes('.') && !hostname.endsWith('.localhost'),
  }
}

/** The services that watch an address, the page itself first. `names` are those of the certificate and of the domain. */
export function servicesFrom(
  { url, host, hasCertificate, hasDomain }: FromAddress,
  wanted: {
    readonly certificate: boolean
    readonly domain: boolean
    readonly names: readonly [string, string]
    /** Between two checks of the page. */
    readonly seconds: number
  },
): MonitoredServiceNew[] {
  const [certificate, domain] = wanted.names
  const port = URL.parse(url ?? '')?.port
  return [
    serviceOf(
      newService('HTTP', {
        name: nameOf(url ?? ''),
        'check/target/url': url ?? '',
        intervalSeconds: String(wanted.seconds),
      }),
    ),
    ...(wanted.certificate && hasCertificate
      ? [
          serviceOf(
            newService('CERTIFICATE', {
              name: certificate,
              'check/target/host': host,
              ...(port ? { 'check/target/port': port } : {}),
            }),
          ),
        ]
      : []),
    ...(wanted.domain && hasDomain
      ? [serviceOf(newService('DOMAIN', { name: domain, 'check/target/name': host }))]
      : []),
  ]
}

/** Host and path, as people speak of an address. */
function nameOf(address: string): string {
  const url = URL.parse(address)
  if (url === null) return ''
  return `${url.host}${url.pathname === '/' ? '' : url.pathname}`.slice(0, 100)
}

/** What the address of a status page of this host may be: short, and with a piece of `seed`, which hardly any other page has. */
export function slugsFrom(host: string, seed: string): readonly [string, string] {
  const plain = (text: string, max: number) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/gu, '-')
      .slice(0, max)
      .replaceAll(/^-+|-+$/gu, '')
  const short = plain(host, 50)
  return [short, `${short === '' ? 'page' : short}-${plain(seed, 8)}`]
}
