export {
  createOperationsService,
  type OperationsService,
  type OperationsServiceOptions,
} from './create-operations-service.ts'
export { createFlagFollower, type FlagFollower, type HeldFlag } from './flag/follow-flags.ts'
export { type JobRunner, createJobRunner } from './job/run-jobs.ts'
export type { DeadLetters, QueuePort } from './operations-context.ts'
export { rateLimits } from './rate-limits.ts'
export { type BackupRecord, recordBackup } from './system/record-backup.ts'
export { keepProcess } from './system/keep-process.ts'
