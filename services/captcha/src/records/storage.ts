/** What benchmarks of the database use: the very functions of the service, without its routes. */
export type { LogFilter } from '@bollard/contracts'
export { createArchive } from './archive/create-archive.ts'
export { chunkLog } from './log/chunk-log.ts'
export { chunkStatement } from './log/chunk-statement.ts'
export { decodeCursor } from './log/log-cursor.ts'
export { listVerifications, type LogPage } from './log/list-verifications.ts'
export { getStatistics } from './statistics/get-statistics.ts'
export { createRoller } from './statistics/create-roller.ts'
export { keepRollups } from './statistics/keep-rollups.ts'
export { keepPartitions } from './store/keep-partitions.ts'
export { recordVerifications, type VerificationRow } from './store/record-verifications.ts'
export { redeemResults } from './store/redeem-results.ts'
export { toVerification } from './store/stored-verification.ts'
export { createVerificationId } from './store/verification-id.ts'

/** Folder of the migrations of the schema `captcha`. */
export const migrations = new URL('../migrations/', import.meta.url)
