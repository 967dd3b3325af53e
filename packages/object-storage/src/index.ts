export { openTarget, type TargetSettings } from './open-target.ts'
export { type Target, TargetError } from './target.ts'
