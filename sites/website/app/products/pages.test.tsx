import type { Plan } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { websitePage } from '../examples/website-page.ts'
import * as gdprCompliantCaptcha from './gdpr-compliant-captcha/gdpr-compliant-captcha.tsx'
import * as pricing from './pricing/pricing.tsx'
import * as recaptchaAlternative from './recaptcha-alternative/recaptcha-alternative.tsx'
import * as securityConcept from './security-concept/security-concept.tsx'
import * as userExperience from './user-experience/user-experience.tsx'

/** What is wrong with a page below `products/`. The pages that only put the same sections together are left out. */
function faultsOf(path: string, page: ReturnType<typeof layer>, heading: (t: TFunction) => string): Promise<string[]> {
  return faultsOfPage(websitePage({ at: path, page, heading, consent: 'rejected' }))
}

const plan = (code: string, monthly: number | null, verifications: number | null): Plan => ({
  solutionType: 'CAPTCHA',
  code,
  monthly: monthly === null ? null : { amountMinor: monthly, currency: 'EUR' },
  yearly: monthly === null ? null : { amountMinor: monthly * 10, currency: 'EUR' },
  overagePerThousand: monthly ? { amountMinor: 30, currency: 'EUR' } : null,
  selectable: monthly !== null,
  bankTransfer: false,
  limits: {
    verifications,
    protectedRequests: 0,
    domains: monthly === 0 ? 1 : verifications === null ? null : 20,
    environments: 1,
    members: monthly === 0 ? 1 : null,
    apiKeys: 1,
    monitors: 0,
    statusPages: 0,
    checkIntervalSeconds: null,
    verificationLogDays: 7,
    monitorResultDays: 0,
    auditLogDays: 30,
  },
  features: monthly === 0 ? [] : ['RULES', 'GEO_RULES', 'WHITE_LABEL', 'RESULT_RETRIEVAL'],
  slaPercent: monthly === null ? 99.9 : null,
})
const plans = [
  plan('FREE', 0, 10_000),
  plan('STARTER', 900, 50_000),
  plan('BUSINESS', 3_900, 250_000),
  plan('PRO', 14_900, 1_000_000),
  plan('ENTERPRISE', null, null),
]

test('the prices are clean, with plans and while nobody can tell them', async () => {
  const choice = { verifications: 100_000, interval: 'MONTHLY' as const }
  const protection = [plan('STARTER', 2_900, 50_000), plan('ENTERPRISE', null, null)].map((one, index): Plan => ({
    ...one,
    solutionType: 'BUNDLE_SECURITY',
    limits: { ...one.limits, protectedRequests: index === 0 ? 100_000 : null },
  }))
  for (const sold of [{ trialDays: 30, plans, protection }, null]) {
    const page = layer('products/pricing/pricing', pricing, {
      path: ':language/products/captcha/pricing',
      loaderData: { sold, ...choice },
    })
    expect(await faultsOf('/products/captcha/pricing', page, (t) => t(($) => $.products.pricing.page.title))).toEqual(
      [],
    )
  }
})

test('the security concept is clean', async () => {
  const rate = { count: 22, of: 22, interval: { low: 0.85, high: 1 } }
  const bots = { noticed: rate, stopped: rate }
  const cost = { visitorSeconds: 0.06, cpuPer1000: 0.000_008, gpuPer1000: 0.000_005 }
  const page = layer('products/security-concept/security-concept', securityConcept, {
    path: ':language/products/captcha/captcha-security-concept',
    loaderData: {
      exponent: 21,
      measuredOn: null,
      lab: {
        bots: {
          unseen: bots,
          classes: {
            default: bots,
            agents: bots,
            stealth: bots,
            'os-input': bots,
            protocol: bots,
            'dom-emulator': bots,
            farm: bots,
          },
        },
        genuine: { refused: rate, withExtraWork: rate },
      },
      price: {
        unit: 2 ** 20,
        levels: { least: 2 ** 18, ordinary: 2 ** 21, suspicious: 2 ** 24, stepUp: 2 ** 26, most: 2 ** 28 },
        sha256: cost,
        equix: cost,
      },
    },
  })
  expect(
    await faultsOf('/products/captcha/captcha-security-concept', page, (t) => t(($) => $.products.security.page.title)),
  ).toEqual([])
})

test('the comparison with reCAPTCHA is clean, also when nobody has reviewed it for long', async () => {
  const code = '-    <script src="https://www.google.com/recaptcha/api.js" async defer></script>'
  const page = layer('products/recaptcha-alternative/recaptcha-alternative', recaptchaAlternative, {
    path: ':language/products/captcha/recaptcha-alternative',
    loaderData: { isOutdated: true, diffs: [{ version: 'v2', code, html: `<span class="line">-</span>` }] },
  })
  expect(
    await faultsOf('/products/captcha/recaptcha-alternative', page, (t) => t(($) => $.products.recaptcha.page.title)),
  ).toEqual([])
})

test('the page about the user experience is clean', async () => {
  const page = layer('products/user-experience/user-experience', userExperience, {
    path: ':language/products/captcha/captcha-user-experience',
    loaderData: {
      timings: {
        toToken: { chromium: 0.25, firefox: 0.52, withoutWebAssembly: 0.55 },
        longestTask: { full: 12.3, quarter: 60.9 },
        measuredOn: '2026-11-21T00:00:00Z',
      },
      languages: [
        { tag: 'ar', name: 'Arabic', sample: 'أنا إنسان' },
        { tag: 'de', name: 'German', sample: 'Ich bin ein Mensch' },
      ],
      choice: { theme: 'dark', size: null, autostart: null, shape: null, language: 'de' },
      html: '<span class="line">x</span>',
    },
  })
  expect(
    await faultsOf('/products/captcha/captcha-user-experience', page, (t) =>
      t(($) => $.products.experience.page.title),
    ),
  ).toEqual([])
})

test('the page about privacy is clean', async () => {
  const page = layer('products/gdpr-compliant-captcha/gdpr-compliant-captcha', gdprCompliantCaptcha, {
    path: ':language/products/captcha/gdpr-compliant-captcha',
    loaderData: {
      choice: {
        language: 'en',
        runBy: 'other',
        operator: '',
        host: 'captcha.example.org',
        days: 30,
        minimalData: false,
        basis: 'interest',
      },
      paragraphs: ['We use Bollard.', 'For each check we store the time.'],
    },
  })
  expect(
    await faultsOf('/products/captcha/gdpr-compliant-captcha', page, (t) => t(($) => $.products.gdpr.page.title)),
  ).toEqual([])
})
