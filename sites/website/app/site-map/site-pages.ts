/** Pages of this site that others lead to, by their path without the language. */
export const sitePages = {
  captcha: '/products/captcha',
  securityConcept: '/products/captcha/captcha-security-concept',
  gdpr: '/products/captcha/gdpr-compliant-captcha',
  userExperience: '/products/captcha/captcha-user-experience',
  integrations: '/products/captcha/integrations',
  pricing: '/products/captcha/pricing',
  recaptchaAlternative: '/products/captcha/recaptcha-alternative',
  enterprise: '/products/captcha/enterprise-captcha',
  antispam: '/products/antispam',
  bookDemo: '/book-demo',
  contactSales: '/contact-sales',
  contactUs: '/contact-us',
  learn: '/learn',
  wiki: '/wiki',
  reports: '/reports',
  highlights: '/highlights',
  logos: '/logos',
  legalNotice: '/legal/legal-notice',
  privacyPolicy: '/legal/privacy-policy',
  terms: '/legal/terms-and-conditions',
  endPrivacyPolicy: '/legal/end-privacy-policy',
  dataProcessing: '/legal/data-processing-agreement',
  serviceLevel: '/legal/service-level-agreement',
  cookieSettings: '/legal/cookie-settings',
} as const
export type SitePage = keyof typeof sitePages

/** The six sections of the top navigation, each with the pages below it. */
export const topNavigation: readonly { readonly page: SitePage; readonly below: readonly SitePage[] }[] = [
  { page: 'captcha', below: ['securityConcept', 'gdpr', 'recaptchaAlternative', 'antispam'] },
  { page: 'userExperience', below: [] },
  { page: 'integrations', below: [] },
  { page: 'enterprise', below: [] },
  { page: 'pricing', below: [] },
  { page: 'contactUs', below: ['contactSales', 'bookDemo'] },
]

/** The columns of the footer. */
export const footerColumns = {
  product: ['captcha', 'userExperience', 'integrations', 'enterprise', 'pricing', 'recaptchaAlternative', 'antispam'],
  knowledge: ['learn', 'wiki', 'reports', 'highlights'],
  company: ['contactUs', 'contactSales', 'bookDemo', 'logos'],
  legal: [
    'legalNotice',
    'privacyPolicy',
    'terms',
    'endPrivacyPolicy',
    'dataProcessing',
    'serviceLevel',
    'cookieSettings',
  ],
} as const satisfies Record<string, readonly SitePage[]>
export type FooterColumn = keyof typeof footerColumns

/** Which navigation a page has: the one of the dashboard is that site's own, see `sites/dashboard/app/shell`. */
export type NavigationVariant = 'public' | 'side' | 'dashboard'

/** Pages that stand beside a list of those around them. */
const withList = /^\/[a-z]{2}\/(?:learn|wiki|legal|products\/captcha\/integrations)(?:\/|$)/u

export const navigationVariant = (pathname: string): NavigationVariant => (withList.test(pathname) ? 'side' : 'public')

/** Whether a page is the contact page. */
export const isContactUs = (pathname: string): boolean => /^\/[a-z]{2}\/contact-us/u.test(pathname)
