import { backupUsage, restoreUsage, testRestoreUsage, verifyBackupUsage } from '../backup/usages.ts'
import type { Config } from '../config.ts'

export interface Command {
  /** The first word after `npm start --`. */
  readonly name: string
  /** How it is called, with its arguments. */
  readonly usage: string
  /** One line for the help. */
  readonly effect: string
  /** It leaves the processor to everything else. */
  readonly nobodyWaits?: true
  /**
   * Does it. `args` are the words after the name. Answers an exit code, or nothing for 0. What people are to read goes to `say`, a line
   * at a time. Throws a `StartupFault` for what they can mend.
   */
  run(config: Config, args: readonly string[], say: (line: string) => void): Promise<number | void>
}

/** Each command is loaded when it is called: a start reads this file too, and needs none of them. */
export const commands: readonly Command[] = [
  {
    name: 'reload',
    usage: 'reload',
    effect: 'Build, then replace the running processes without a failed request: for a new release',
    run: async (config, _args, say) => (await import('./reload.ts')).reload(config, say),
  },
  {
    name: 'migrate',
    usage: 'migrate --plan',
    effect: 'Say what a start of this release would change in the database, and whom that keeps waiting',
    run: async (config, args, say) => (await import('./migrate-plan.ts')).planEverySchema(config, args, say),
  },
  {
    name: 'upgrade',
    usage: 'upgrade --check',
    effect: 'Say whether this release can take over here',
    run: async (config, args, say) => (await import('./upgrade-check.ts')).checkUpgrade(config, args, say),
  },
  {
    name: 'doctor',
    usage: 'doctor [--json]',
    effect: 'Check this installation, running or not, and say how to mend each fault',
    run: async (config, args, say) => (await import('./doctor/doctor.ts')).doctor(config, args, say),
  },
  {
    name: 'gateway',
    usage: 'gateway check <file>',
    effect: 'Say what is wrong in a file for ROLE=gateway, or what each host would do',
    run: async (_config, args, say) => (await import('./check-gateway.ts')).checkGateway(args, say),
  },
  {
    name: 'rotate-keys',
    usage: 'rotate-keys <signing|session|encryption>',
    effect: 'Replace a secret without an outage and without signing anybody out',
    run: async (config, args, say) => (await import('./rotate-keys/rotate-keys.ts')).rotateKeys(config, args, say),
  },
  {
    name: 'export-diagnostics',
    usage: 'export-diagnostics [--to <file>]',
    effect: 'Write what helps to find a fault into one file, without secrets and without personal data',
    run: async (config, args, say) =>
      (await import('./diagnostics/export-diagnostics.ts')).exportDiagnostics(config, args, say),
  },
  {
    name: 'backup',
    nobodyWaits: true,
    usage: backupUsage,
    effect: 'Back up the built-in database; or save the secrets in a file; or make a BACKUP_KEY',
    run: async (config, args, say) => (await import('./backup.ts')).backup(config, args, say),
  },
  {
    name: 'restore',
    usage: restoreUsage,
    effect: 'Restore the database, the secrets or both into an empty folder',
    run: async (config, args, say) => (await import('./restore.ts')).restore(config, args, say),
  },
  {
    name: 'verify-backup',
    usage: verifyBackupUsage,
    effect: 'Read all backups and the archived log, and name what is damaged',
    run: async (config, args, say) => (await import('./verify-backup.ts')).verifyBackup(config, args, say),
  },
  {
    name: 'test-restore',
    nobodyWaits: true,
    usage: testRestoreUsage,
    effect: 'Restore the newest backup on trial and compare it, as happens every day',
    run: async (config, args, say) => (await import('./test-restore.ts')).testRestore(config, args, say),
  },
  {
    name: 'copy-database',
    usage: 'copy-database --to <postgresql://…>',
    effect: 'Copy the database of a stopped Bollard into an empty one of another server, and compare both',
    run: async (config, args, say) => (await import('./copy-database.ts')).copyDatabase(config, args, say),
  },
  {
    name: 'rebuild-directory',
    usage: 'rebuild-directory',
    effect: 'Find captchas of further cells again, after cells were restored to different moments',
    run: async (config, args, say) => (await import('./rebuild-directory.ts')).rebuildDirectory(config, args, say),
  },
  {
    name: 'remove-factors',
    usage: 'remove-factors --email <address>',
    effect: 'Remove all second factors of an account whose owner has lost them',
    run: async (config, args, say) => (await import('./remove-factors.ts')).removeFactors(config, args, say),
  },
  {
    name: 'grant-admin',
    usage: 'grant-admin --email <address>',
    effect: 'Make somebody an administrator while there are fewer than two',
    run: async (config, args, say) => (await import('./grant-admin.ts')).grantAdmin(config, args, say),
  },
  {
    name: 'edge-database-url',
    usage: 'edge-database-url',
    effect: 'Print how a machine with ROLE=edge signs in to the database of DATABASE_URL; holds a password',
    run: async (config, _args, say) => (await import('./print-edge-database-url.ts')).printEdgeDatabaseUrl(config, say),
  },
  {
    name: 'database-roles',
    usage: 'database-roles',
    effect: 'Print SQL that makes the database roles, where the owner in DATABASE_URL may not',
    run: async (config, _args, say) => (await import('./print-database-roles.ts')).printDatabaseRoles(config, say),
  },
]

/** Undefined for a start of the server, which is no command. */
export const findCommand = (name: string | undefined): Command | undefined => commands.find((one) => one.name === name)
