/** How long a session of the admin site lives without being used, and at most. */
const idleMs = 30 * 60_000
export const operatorSessionMs = 8 * 3_600_000

/** The earliest last use and the earliest opening of sessions of the admin site that live at `now`. */
export function operatingSince(now: Date): [lastActive: Date, opened: Date] {
  return [new Date(now.getTime() - idleMs), new Date(now.getTime() - operatorSessionMs)]
}
