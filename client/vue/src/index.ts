export { BollardCaptcha } from './bollard-captcha.ts'
export { bollard, type BollardDefaults } from './defaults.ts'
export { useBollard, type UseBollard } from './use-bollard.ts'
export { BollardConfigurationError, BollardLoadError } from '@bollard/javascript'
export type {
  CaptchaOptions,
  CaptchaSnapshot,
  CaptchaState,
  FailedDetail,
  SolvedDetail,
  ThrottledDetail,
} from '@bollard/javascript'
