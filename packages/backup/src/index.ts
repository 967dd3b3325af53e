export { applyRetention } from './apply-retention.ts'
export { BackupError, type Session, takeBackup } from './base/take-backup.ts'
export type { Facts, Manifest } from './manifest.ts'
export { RestoreError, type RestoreOptions, type Restored, restoreBackup } from './restore-backup.ts'
export { type Keep, readKeep } from './retention.ts'
export {
  createBackupKey,
  createSealing,
  DamageError,
  openWithPassphrase,
  type Sealing,
  sealWithPassphrase,
} from './sealing.ts'
export { openTarget, type Target, TargetError } from './target/index.ts'
export { type Verification, verifyBackups } from './verify-backups.ts'
