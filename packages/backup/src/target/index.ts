export { openTarget, type TargetSettings } from './open-target.ts'
export { type StoredObject, type Target, TargetError } from './target.ts'
