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
export { type Target, TargetError } from '@bollard/object-storage'
export { openTarget } from './open-target.ts'
export { type Verification, verifyBackups } from './verify-backups.ts'
