/** From one mail of a removal to the next, and from the last to the removal itself. */
const stepHours = 24
/** One at the start, and one after each day but the last: the whole wait is 72 hours. */
export const mailsOfWait = 3

/** A removal of all second factors that has started. */
export interface Wait {
  readonly mailsSent: number
  /** When its next step is due. */
  readonly nextAt: Date
}

export function nextStep(now: Date): Date {
  return new Date(now.getTime() + stepHours * 3_600_000)
}

/** When the factors will be removed if nobody stops it. */
export function removalAt({ mailsSent, nextAt }: Wait): Date {
  return new Date(nextAt.getTime() + (mailsOfWait - mailsSent) * stepHours * 3_600_000)
}
