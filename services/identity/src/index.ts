export { createIdentityService, type IdentityDeps, type IdentityService } from './create-identity-service.ts'
export { defaultRateLimits, type Limit, type RateLimits } from './request/rate-limit.ts'
export type { Actor } from './session/find-actor.ts'
