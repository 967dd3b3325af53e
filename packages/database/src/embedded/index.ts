export {
  startEmbeddedPostgres,
  type EmbeddedOptions,
  type EmbeddedPostgres,
  type EmbeddedExit,
} from './start-embedded-postgres.ts'
export { findRunningPostgres } from './find-running-postgres.ts'
export { majorVersion as postgresMajor } from './find-binaries.ts'
export { DataDirectoryError, type DataDirectoryFault } from './data-directory-error.ts'
export { takeLock, type Lock } from './take-lock.ts'
export { adoptCluster } from './adopt-cluster.ts'
export { majorVersion } from './find-binaries.ts'
