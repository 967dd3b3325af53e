/** What every start of the product needs, without what reads and writes backups. */
export { isRestoreUnfinished } from './unfinished-restore.ts'
export { readKeep } from './retention.ts'
export { archiveSettings } from './wal/postgres-settings.ts'
