export { createSolutionService, type SolutionService, type SolutionServiceDeps } from './create-solution-service.ts'
export type { Actor, FindRole } from './solution-context.ts'
