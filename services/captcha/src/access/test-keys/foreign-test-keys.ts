import type { TestKind } from '@bollard/contracts'

/** A site key that another captcha has published for tests, and what it does here. */
export interface ForeignSiteKey {
  readonly siteKey: string
  readonly kind: TestKind
  /** What its visitors carry, where that captcha has published one token for all; null: a token like every other. */
  readonly token: string | null
}

/** What a published secret key makes of a token. */
export interface ForeignSecretKey {
  readonly kind: TestKind
  /** The tokens that it takes, with their score (0 = person); null: any that is of no real site. */
  readonly scores: ReadonlyMap<string, number> | null
}

const turnstileToken = 'XXXX.DUMMY.TOKEN.XXXX'
const hcaptchaTokens = {
  publisher: '10000000-aaaa-bbbb-cccc-000000000001',
  safe: '20000000-aaaa-bbbb-cccc-000000000002',
  bot: '30000000-aaaa-bbbb-cccc-000000000003',
} as const

/** Published at developers.google.com/recaptcha/docs/faq, developers.cloudflare.com/turnstile and docs.hcaptcha.com. */
export const foreignSiteKeys: readonly ForeignSiteKey[] = [
  { siteKey: '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI', kind: 'PASSES', token: null },
  { siteKey: '1x00000000000000000000AA', kind: 'PASSES', token: turnstileToken },
  { siteKey: '2x00000000000000000000AB', kind: 'FAILS', token: turnstileToken },
  { siteKey: '1x00000000000000000000BB', kind: 'PASSES', token: turnstileToken },
  { siteKey: '2x00000000000000000000BB', kind: 'FAILS', token: turnstileToken },
  { siteKey: '3x00000000000000000000FF', kind: 'STEP_UP', token: turnstileToken },
  { siteKey: '10000000-ffff-ffff-ffff-000000000001', kind: 'PASSES', token: hcaptchaTokens.publisher },
  { siteKey: '20000000-ffff-ffff-ffff-000000000002', kind: 'PASSES', token: hcaptchaTokens.safe },
  { siteKey: '30000000-ffff-ffff-ffff-000000000003', kind: 'PASSES', token: hcaptchaTokens.bot },
]

export const foreignSecretKeys: ReadonlyMap<string, ForeignSecretKey> = new Map<string, ForeignSecretKey>([
  ['6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe', { kind: 'PASSES', scores: null }],
  ['1x0000000000000000000000000000000AA', { kind: 'PASSES', scores: null }],
  ['2x0000000000000000000000000000000AA', { kind: 'FAILS', scores: null }],
  ['3x0000000000000000000000000000000AA', { kind: 'SPENT', scores: null }],
  [
    '0x0000000000000000000000000000000000000000',
    {
      kind: 'PASSES',
      scores: new Map<string, number>([
        [hcaptchaTokens.publisher, 0.05],
        [hcaptchaTokens.safe, 0.05],
        [hcaptchaTokens.bot, 0.95],
      ]),
    },
  ],
])

const tokens = new Set(foreignSiteKeys.flatMap(({ token }) => token ?? []))

/** Whether this is a token that everybody may know, which says nothing about anybody. */
export function isDummyToken(token: string): boolean {
  return tokens.has(token)
}
