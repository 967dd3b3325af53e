import type { Source } from '../sections/source-list.tsx'

/** Where Google publishes what reCAPTCHA costs, and that the new name of the product changed nothing about it. */
export const recaptchaPriceSources: readonly Source[] = [
  {
    name: 'Google Cloud, “Billing information” (reCAPTCHA)',
    address: 'https://cloud.google.com/recaptcha/docs/billing-information',
    dated: '2025-08-17',
    read: '2026-11-26',
  },
  {
    name: 'Google Cloud, Fraud Defense FAQ: “There are no changes to pricing.”',
    address: 'https://docs.cloud.google.com/recaptcha/docs/faq',
    read: '2026-11-26',
  },
]
