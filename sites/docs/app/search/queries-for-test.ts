import type { Language } from '@bollard/i18n'

interface Query {
  readonly language: Language
  /** As somebody types it, with slips. */
  readonly query: string
  /** Where it is answered: one of them is among the first three hits. */
  readonly pages: readonly string[]
}

const policy = '/guides/content-policy'
const widget = '/guides/widget'
const moving = '/moving/overview'
const addresses = '/moving/compatible-addresses'
const settings = '/operate/settings'
const features = '/reference/features'
const plans = '/operate/plans'
const volume = '/concepts/work-by-volume'
const cost = '/concepts/attack-cost'
const exporting = '/reference/exports'
const browsers = '/help/browsers'
const agreement = '/operate/data-processing-agreement'
const conversions = '/operate/conversions'
const demos = '/operate/enquiries-and-demos'
const adminSite = '/operate/admin-site'
const install = '/operate/install'
const proxies = '/operate/tls-and-proxies'
const hardening = '/operate/hardening'
const checklist = '/operate/production-checklist'

const english: readonly (readonly [query: string, ...pages: string[]])[] = [
  ['csp', policy],
  ['content security policy', policy],
  ['contnet policy', policy],
  ['trusted types', policy],
  ['nonce strict-dynamic', policy],
  ['unsafe-eval wasm', policy],
  ['sandbox iframe', policy],
  ['siteky attribute', widget],
  ['bollard-solved', widget],
  ['execute()', widget, '/guides/single-page-apps', '/guides/javascript'],
  ['failover', widget, '/guides/verify-tokens', features],
  ['pin version integrity', widget],
  ['font', widget],
  ['minimal-data', widget, '/concepts/minimal-data', '/concepts/privacy'],
  ['recaptcha', moving, '/moving/recaptcha', addresses],
  ['turnstyle', moving, '/moving/turnstile', addresses],
  ['hcaptcha error codes', addresses, '/moving/hcaptcha'],
  ['friendly captcha', moving, '/moving/friendly-captcha', addresses],
  ['same_network remoteip', addresses, features, '/guides/verify-tokens'],
  ['test keys', addresses, features, '/start/test-keys'],
  ['backup', settings, '/operate/backup'],
  ['parquet archive', '/operate/archive'],
  ['how many machines per million', '/operate/capacity'],
  ['metrics prometheus', '/operate/watching', settings, '/operate/sizing'],
  ['opentelemetry traces', '/operate/watching'],
  ['incident handbook', '/operate/incidents'],
  ['database down alert', '/operate/incidents', '/operate/watching'],
  ['change mode', adminSite],
  ['maintenance notice', adminSite],
  ['rotate keys', '/operate/key-rotation'],
  ['doctor', '/operate/doctor'],
  ['diagnostics', '/operate/doctor'],
  ['migrate plan', '/operate/upgrade'],
  ['first administrator', settings, '/operate/install'],
  ['SMTP_URL', settings, '/operate/install'],
  ['rate limits', settings, '/help/limits'],
  ['overage', plans],
  ['plan allowance', plans],
  ['price of an attack', cost],
  ['guarantees', cost],
  ['under attack', volume, features, '/help/troubleshooting'],
  ['network budget', volume],
  ['export zip csv', exporting],
  ['safari', browsers],
  ['google ads conversions', conversions],
  ['data processing agreement', agreement],
  ['demo calendar', demos],
  ['docker compose', install],
  ['haproxy', proxies],
  ['renew certificate', proxies],
  ['production checklist', checklist],
  ['sbom cyclonedx', hardening],
  ['security.txt', checklist],
]

const german: readonly (readonly [query: string, ...pages: string[]])[] = [
  ['csp', policy],
  ['inhaltsrichtlinie', policy],
  ['inhaltsrichtlinen', policy],
  ['trusted types', policy],
  ['frames verboten', policy],
  ['sandbox', policy],
  ['attribute des widgets', widget],
  ['bollard-failed', widget],
  ['ausfall', widget, '/start/how-it-works', '/guides/verify-tokens', features],
  ['schriftart', widget],
  ['version festlegen', widget],
  ['recaptcha wechseln', moving, '/moving/recaptcha'],
  ['turnstile', moving, '/moving/turnstile', addresses],
  ['hcaptcha codes', addresses, '/moving/hcaptcha'],
  ['netz des besuchers', addresses],
  ['testschlüssel', addresses, features, '/start/test-keys'],
  ['testschluessel', addresses, features, '/start/test-keys'],
  ['datensicherung', settings, '/operate/backup'],
  ['parquet archiv', '/operate/archive'],
  ['änderungsmodus', adminSite],
  ['wartungshinweis', adminSite],
  ['schluessel ersetzen', '/operate/key-rotation'],
  ['untersuchung', '/operate/doctor'],
  ['administrator anlegen', settings, '/operate/install'],
  ['mailserver', settings, '/operate/install'],
  ['datenbank rollen', settings, '/operate/install', '/operate/security-model'],
  ['prometheus', settings, '/operate/sizing'],
  ['tarif', plans],
  ['zusatzverbrauch', plans],
  ['kosten angriff', cost],
  ['angreifer bezahlt', volume, cost],
  ['unter angriff', volume, features],
  ['netzbetreiber', volume, '/rules/cookbook'],
  ['export csv', exporting],
  ['safari', browsers],
  ['auftragsverarbeitung', agreement],
  ['conversions hochladen', conversions],
  ['vorführung termine', demos],
  ['container', install],
  ['caddy', proxies],
  ['checkliste', checklist],
  ['absichern', hardening],
  ['regeln', features, '/rules/overview', '/rules/cookbook'],
  ['statistik', features],
]

/** What readers of the documentation look for, and where it is. */
export const queries: readonly Query[] = [
  ...english.map(([query, ...pages]): Query => ({ language: 'en', query, pages })),
  ...german.map(([query, ...pages]): Query => ({ language: 'de', query, pages })),
]
