export { createGuard, type Guard, type GuardOptions, type Reported } from './guard.ts'
export type { CaptchaPort, OwnPagesOptions, TokenVerdict } from './page/own-pages.ts'
export { stopPage, type StopFacts, tokenCookie } from './page/stop-page.ts'
export {
  compileRules,
  type DashboardLimiter,
  type DashboardRules,
  type MatchedLimiter,
} from './policy/compile-rules.ts'
export type { RulesOf } from './policy/compile-policy.ts'
export { describePolicy } from './policy/describe-policy.ts'
export { type PolicyFault, type PolicyResult, readPolicy } from './policy/read-policy.ts'
export type {
  CaptchaOf,
  DashboardOf,
  GatewayPolicy,
  PathPolicy,
  ProgramAction,
  ProgramPurpose,
  SitePolicy,
} from './policy/schema.ts'
export { createProbePasses, type ProbePasses } from './pass/probe-passes.ts'
export { type Identify, identifyByName, type Program } from './program.ts'
