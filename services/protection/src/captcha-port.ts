import type { ApiKeyGrant } from '@bollard/access'

/** An API key of the captcha of a solution, as the protection of the same solution takes it. */
export interface KeyOfCaptcha extends ApiKeyGrant {
  /** What people see of it. */
  readonly publicId: string
}

/** What the protection of a site asks of the captcha of the same solution. */
export interface CaptchaPort {
  /** Whose key it is when it may be used from an address, whatever its scopes are; null for every other. */
  readonly findKey: (secretKey: string, address: string) => Promise<KeyOfCaptcha | null>
  /** Whose site key it is, and whether pages of an origin may use it; null for nobody's. */
  readonly findSite: (
    siteKey: string,
    origin: string | undefined,
  ) => Promise<{ readonly solutionId: string; readonly allows: boolean } | null>
  /** The verification behind a token of the captcha of a solution, which is not used up; null for one that is not good. */
  readonly findVerification: (solutionId: string, token: string) => Promise<string | null>
  /** The site key that pages of a solution show; null without a captcha. */
  readonly findSiteKey: (solutionId: string) => Promise<string | null>
  /**
   * Uses a token up for a visitor's address ('' where nobody knows it). Answers how much work the visitor did, in percent of the usual; null
   * for a token that is not accepted.
   */
  readonly redeem: (question: {
    readonly secretKey: string
    readonly token: string
    readonly address: string
    readonly visitor: string
  }) => Promise<number | null>
  /** Asks whoever starts with it for so much work. */
  readonly issueTicket: (solutionId: string, percent: number) => string
  /** What signs the tickets of a solution, and keys of its hashes are derived from. */
  readonly secretOf: (solutionId: string) => Buffer
}
