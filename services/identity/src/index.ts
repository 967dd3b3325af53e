export { createGoogleAds, type GoogleAdsSettings } from './advertising/google-ads.ts'
export type { ConversionNew } from './advertising/record-conversion.ts'
export { createIdentityService, type IdentityServiceOptions, type IdentityService } from './create-identity-service.ts'
export {
  findProtectedAccount,
  type ProtectedAccount,
  removeFactorsByOperator,
} from './factor-removal/remove-by-operator.ts'
export type {
  AdvertisingProvider,
  Belonging,
  BelongingsPort,
  CaptchaPort,
  EnqueueMail,
  ExportParts,
  SolutionWeek,
  WeeklyFigures,
} from './identity-context.ts'
export { resealTotpSecrets } from './factors/reseal-totp-secrets.ts'
export { grantAdminByCommand } from './people/grant-admin.ts'
export { rateLimits, type RateLimits } from './rate-limits.ts'
export { defaultPreferences, type MailCategory } from './preferences/preferences.ts'
export type { Actor } from './session/actor.ts'
