export {
  attach,
  type Captcha,
  type CaptchaListeners,
  type CaptchaSnapshot,
  type CaptchaState,
  firstSnapshot,
} from './attach.ts'
export { type Attributes, attributesOf, type CaptchaOptions, optionNames } from './attributes.ts'
export {
  BollardConfigurationError,
  type BollardOptions,
  type ConfigurationFault,
  readConfiguration,
  type Release,
} from './configuration.ts'
export type {
  BollardCaptchaElement,
  BollardEventDetails,
  BollardEventMap,
  ElementState,
  FailedDetail,
  SolvedDetail,
  ThrottledDetail,
} from './element.ts'
export { type Bollard, createBollard } from './render.ts'
export { BollardLoadError, type LoadFaultCode } from './why-not-loaded.ts'
