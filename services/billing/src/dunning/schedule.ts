import { daysAfter } from '@bollard/contracts'
/** Days after the first failure, or after the due date, on which mails are sent. */
export const mailDays = [0, 3, 7, 14, 21] as const
export const unpaidDay = 21
export const lockDay = 30
/** Nothing touches a customer's forms before they have known of it for so long. */
export const noticeDays = 14
/** From then on the invoice is written off, though it can still be paid. */
export const uncollectibleDay = 90

/** How many of the mails are due. */
export function dueMails(since: Date, now: Date): number {
  return mailDays.filter((days) => daysAfter(since, days) <= now).length
}

/** When a solution may be locked: not before those who pay have known for two weeks. */
export function lockTime(since: Date, noticedAt: Date): Date {
  return new Date(Math.max(daysAfter(since, lockDay).getTime(), daysAfter(noticedAt, noticeDays).getTime()))
}
