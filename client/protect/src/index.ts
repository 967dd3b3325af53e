export {
  type Fault,
  type ProtectionFault,
  ProtectionConfigurationError,
  type ProtectionOptions,
} from './configuration.ts'
export type { Challenge, Conclusion, Decision, PartResult, Reason } from './decision.ts'
export {
  createProtection,
  type Ending,
  type Known,
  type Protection,
  type ValidateOptions,
  type VisitorRequest,
} from './protection.ts'
export type { StandardSchema } from './schema.ts'
export { type Answer, answerOf, type Asker } from './answer.ts'
export { type NodeRequest, visitorRequestOf } from './node-request.ts'
export type { FieldOutcome, FieldVerdict, Validation } from './validation.ts'
