import type { Source } from '../pieces/part-frame.tsx'

/** When the sources were last read, as an ISO date. After 180 days they are to be read again. */
export const readOn = '2026-11-26'

/** From this day on Google processes what reCAPTCHA collects for its customers (`googleRole`). */
export const googleProcessesSince = '2026-04-02'

/** `trustcaptcha.umd.min.js` of version 3.0.2, gzip level 9, in kilobytes (1 000 bytes): measured as `benchmarks/widget` does. */
export const trustKilobytes = 37.1

/** Where what is said of the other two was read; a cell names them by their keys. */
export const sources = {
  trustRules: {
    name: 'TrustCaptcha documentation, Security rules',
    address: 'https://docs.trustcomponent.com/captcha/security-rules/',
  },
  trustConcept: {
    name: 'TrustCaptcha documentation, Technical concept',
    address: 'https://docs.trustcomponent.com/captcha/concept/',
  },
  trustLanguages: {
    name: 'TrustCaptcha documentation, Technical details of the front end',
    address: 'https://docs.trustcaptcha.com/en/frontend/technical-details',
  },
  trustWidget: {
    name: 'npm, @trustcomponent/trustcaptcha-frontend 3.0.2: the package, measured and searched by us',
    address: 'https://www.npmjs.com/package/@trustcomponent/trustcaptcha-frontend/v/3.0.2',
  },
  googleBilling: {
    name: 'Google Cloud, reCAPTCHA: Billing information',
    address: 'https://cloud.google.com/recaptcha/docs/billing-information',
  },
  googleScore: {
    name: 'Google Cloud, reCAPTCHA: Interpret assessments for websites',
    address: 'https://cloud.google.com/recaptcha/docs/interpret-assessment-website',
  },
  googleRole: {
    name: 'Google Cloud Security Community, 26 January 2026: Switching Google’s role with reCAPTCHA',
    address:
      'https://security.googlecloudcommunity.com/community-blog-42/switching-google-s-role-with-recaptcha-from-data-controller-to-data-processor-6646',
  },
  googleFaq: {
    name: 'Google for Developers, reCAPTCHA: Frequently asked questions',
    address: 'https://developers.google.com/recaptcha/docs/faq',
  },
  breaking: {
    name: 'A. Plesner, T. Vontobel, R. Wattenhofer, Breaking reCAPTCHAv2, 2024',
    address: 'https://arxiv.org/abs/2409.08831',
  },
} as const satisfies Record<string, Source>

export type SourceKey = keyof typeof sources

/** The lines of the table with the sources of what is said of TrustCaptcha and of reCAPTCHA. */
export const lines = [
  { id: 'place', trust: ['trustConcept'], google: ['googleBilling'] },
  { id: 'check', trust: ['trustRules'], google: ['googleFaq', 'googleScore'] },
  { id: 'score', trust: ['trustRules'], google: ['googleScore'] },
  { id: 'data', trust: ['trustRules'], google: ['googleRole'] },
  { id: 'cookies', trust: ['trustWidget'], google: ['googleFaq'] },
  { id: 'weight', trust: ['trustWidget'], google: [] },
  { id: 'languages', trust: ['trustLanguages'], google: [] },
  { id: 'tuning', trust: ['trustRules'], google: ['googleScore'] },
  { id: 'price', trust: [], google: ['googleBilling'] },
  { id: 'licence', trust: ['trustWidget'], google: [] },
  { id: 'evidence', trust: [], google: [] },
] as const satisfies readonly { id: string; trust: readonly SourceKey[]; google: readonly SourceKey[] }[]
