import { fileURLToPath } from 'node:url'

/** After so many seconds a segment is archived though it isn't full: at most this much is lost with the machine. */
export const archiveSecondsMax = 60

/** Settings with which the built-in database archives its log. The target and the key are in its environment, where our program reads them. */
export function archiveSettings(): Record<string, string> {
  return {
    archive_mode: 'on',
    archive_command: `${program('archive-program.ts')} "%p" "%f"`,
    archive_timeout: String(archiveSecondsMax),
  }
}

/** Where a restore ends: at the end of the log, at a moment, or at a named point of it. */
export type RestoreEnd =
  | { readonly kind: 'newest' }
  | { readonly kind: 'moment'; readonly at: Date }
  | { readonly kind: 'point'; readonly name: string }

/**
 * Settings with which a restored database replays the archived log and then begins a timeline of its own. What it writes to the log
 * meanwhile is kept until a start with an archive takes it. A segment of another database is a fault, which PostgreSQL alone would take for the
 * end of the log.
 */
export function restoreSettings(
  end: RestoreEnd,
  timeline: number | 'current',
  systemIdentifier: string,
): Record<string, string> {
  return {
    restore_command: `${program('fetch-program.ts')} "%f" "%p" ${systemIdentifier}`,
    recovery_target_timeline: String(timeline),
    recovery_target_action: 'promote',
    ...(end.kind === 'moment'
      ? // It reads no Z here.
        { recovery_target_time: end.at.toISOString().replace('Z', '+00'), recovery_target_inclusive: 'on' }
      : end.kind === 'point'
        ? { recovery_target_name: end.name }
        : {}),
    hot_standby: 'off',
    archive_mode: 'on',
    archive_command: '',
    // Other programs do nothing here yet.
    autovacuum: 'off',
  }
}

/** PostgreSQL hands this to a shell, and takes a single percent sign for a placeholder. */
function program(name: string): string {
  return [process.execPath, fileURLToPath(new URL(name, import.meta.url))]
    .map((path) => `"${path.replaceAll(/[\\"$`]/gu, String.raw`\$&`).replaceAll('%', '%%')}"`)
    .join(' ')
}
