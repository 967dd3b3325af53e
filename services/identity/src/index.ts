export type { SolutionWeek, WeeklyFigures } from './weekly-report/send-weekly-reports.ts'
export { createGoogleAds, type GoogleAdsSettings } from './advertising/google-ads.ts'
export type { AdvertisingProvider } from './advertising/provider.ts'
export type { Belonging, BelongingsPort } from './deletion/belongings.ts'
export type { ConversionNew } from './advertising/record-conversion.ts'
export {
  findProtectedAccount,
  type ProtectedAccount,
  removeFactorsByOperator,
} from './factor-removal/remove-by-operator.ts'
export { createIdentityService, type IdentityDeps, type IdentityService } from './create-identity-service.ts'
export { defaultRateLimits, type Limit, type RateLimits } from './limits/rate-limit.ts'
export type { CaptchaPort } from './limits/require-captcha.ts'
export type { EnqueueMail } from './users/send-mail.ts'
export type {} from './users/people.ts'
export { defaultPreferences, type MailCategory } from './preferences/preferences.ts'
export type { Actor } from './session/actor.ts'
