interface GatewayFile {
  /** As visitors type it. */
  host: string
  /** Origin where the site itself answers. */
  upstream: string
  api: string
  siteKey: string
}

/** The file that puts a gateway in front of a site, and has it tell the dashboard what it decided; all of it begins in dry run. */
export function gatewayFile({ host, upstream, api, siteKey }: GatewayFile): string {
  return `listen:
  http: 80
sites:
  - hosts: [${host}]
    upstreams:
      - url: ${upstream}
    captcha:
      api: ${api}
      siteKey: ${siteKey}
      secretKeyFile: /etc/bollard/secret-key
    dashboard:
      api: ${api}
      secretKeyFile: /etc/bollard/secret-key
    policies:
      - name: all
        mode: DRY_RUN
        challenge: SUSPICIOUS`
}

/** Host name of an address as somebody pasted it, with or without its scheme; null where it has none. */
export function hostIn(text: string): string | null {
  const url = webAddress(text, 'https')
  return url !== null && /^[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?$/u.test(url.hostname) ? url.hostname : null
}

/** Origin of a server as somebody typed it; null where it is none. */
export const originIn = (text: string): string | null => webAddress(text, 'http')?.origin ?? null

/** An address without a user, whose scheme may be left out; null for anything else. */
function webAddress(text: string, usual: 'http' | 'https'): URL | null {
  const whole = text.trim()
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//iu.test(whole) ? whole : `${usual}://${whole}`)
  const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
  return isWeb && url.username === '' && url.hostname !== '' ? url : null
}
