export { createSolutionService, type SolutionService, type SolutionServiceOptions } from './create-solution-service.ts'
export { findOwners } from './people/find-owners.ts'
export type { FindRole } from './solution-context.ts'
export { rateLimits } from './rate-limits.ts'
