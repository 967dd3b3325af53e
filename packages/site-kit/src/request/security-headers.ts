import { createHash } from 'node:crypto'
import { pageScript } from '../shell/page-script.ts'
import { type Site, siteOrigins } from '../site/site.ts'

/** What the fields of the payment provider need; its script is started by ours, which `strict-dynamic` lets pass. */
const stripe = {
  api: 'https://api.stripe.com',
  frames: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}

/** Lets the one script run that stands in every page. */
const pageScriptHash = `'sha256-${createHash('sha256').update(pageScript).digest('base64')}'`

/**
 * Headers of every page: nothing runs, frames or is reached that we did not mean. `nonce` marks the page's own scripts; in a page that is
 * kept for others, scripts are those of our files, and the one in the page by its hash. Only a page that shows payment fields may talk to the provider of payments, and of the dashboard only one that shows the widget to the API.
 */
export function securityHeaders(
  site: Site,
  nonce: string,
  {
    showsPaymentFields,
    showsWidget,
    isKept = false,
  }: { showsPaymentFields: boolean; showsWidget: boolean; isKept?: boolean },
): Record<string, string> {
  const { urls } = site
  // Only the website, protected forms of the identity site and the design of the widget show it. It talks to the API and opens its frame.
  const hasWidget = site.name === 'website' || (site.name === 'identity' && site.captcha !== undefined) || showsWidget
  const api = hasWidget ? ` ${urls.api}` : ''
  const frames = {
    website: urls.api,
    identity: `'self'${api}`,
    dashboard: showsPaymentFields ? stripe.frames : showsWidget ? urls.api : `'none'`,
    docs: showsWidget ? urls.api : `'none'`,
    // Mails as they are designed, each in a frame that may do nothing.
    admin: `'self'`,
    // Its routes bring a policy of their own; this one is for errors.
    status: `'none'`,
  }[site.name]
  // A form answered by a redirect to another of our sites needs that site here too.
  const ours = siteOrigins(urls).join(' ')
  const policy = [
    `default-src 'self'`,
    `script-src ${isKept ? `'self'${api} ${pageScriptHash}` : `'nonce-${nonce}' 'strict-dynamic'`}`,
    `style-src 'self'${isKept ? '' : ` 'nonce-${nonce}'`}`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:`,
    `connect-src 'self'${api}${showsPaymentFields ? ` ${stripe.api}` : ''}`,
    `frame-src ${frames}`,
    `form-action 'self' ${ours}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    ...(site.secure ? ['upgrade-insecure-requests'] : []),
  ]
  return { 'content-security-policy': policy.join('; '), ...plainSecurityHeaders(site.secure) }
}

/** Headers of every answer, also of files. */
export function plainSecurityHeaders(secure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), browsing-topics=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
    ...(secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}
