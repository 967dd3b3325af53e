/** How the commands of backups are called, after `npm start -- `. */
export const backupUsage = 'backup [--secrets <file> | --new-key]'
export const restoreUsage = 'restore --to <empty folder> [--at <ISO time>] [--from <target>] [--secrets <file>]'
export const verifyBackupUsage = 'verify-backup [--from <target>]'
export const testRestoreUsage = 'test-restore'
