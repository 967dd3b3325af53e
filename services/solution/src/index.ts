export { createSolutionService, type SolutionService, type SolutionServiceOptions } from './create-solution-service.ts'
export type { Actor, FindRole } from './solution-context.ts'
