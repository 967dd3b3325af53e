/** What a reader enters; all numbers from 0 up, money in the reader's own currency. */
export interface SpamNumbers {
  /** Unwanted messages a week. */
  readonly messages: number
  /** Minutes that a person spends on each. */
  readonly minutes: number
  /** What an hour of that person's work costs. */
  readonly wage: number
  /** Genuine enquiries a month that are overlooked among the spam, and what one is worth. */
  readonly missed: number
  readonly worth: number
  /** Cases of fraud a month that came through the form, and what one costs. */
  readonly frauds: number
  readonly damage: number
  /** E-mails or text messages that one message triggers, and what a thousand of them cost. */
  readonly mails: number
  readonly mailPrice: number
}

/** What it costs in a year, by cause, in the currency of the numbers; `hours` is working time. */
export interface YearlyCost {
  readonly hours: number
  readonly time: number
  readonly lost: number
  readonly fraud: number
  readonly mail: number
  readonly total: number
}

const weeks = 52
const months = 12

/** The cost of a year. Numbers that are missing, negative or no numbers count as 0. */
export function yearlyCost(given: SpamNumbers): YearlyCost {
  const of = (value: number) => (Number.isFinite(value) && value > 0 ? value : 0)
  const hours = (weeks * of(given.messages) * of(given.minutes)) / 60
  const time = hours * of(given.wage)
  const lost = months * of(given.missed) * of(given.worth)
  const fraud = months * of(given.frauds) * of(given.damage)
  const mail = (weeks * of(given.messages) * of(given.mails) * of(given.mailPrice)) / 1000
  return { hours, time, lost, fraud, mail, total: time + lost + fraud + mail }
}

/** Numbers to begin with: an example, no average of anything. */
export const exampleNumbers: SpamNumbers = {
  messages: 50,
  minutes: 1,
  wage: 40,
  missed: 1,
  worth: 100,
  frauds: 0,
  damage: 0,
  mails: 1,
  mailPrice: 1,
}
