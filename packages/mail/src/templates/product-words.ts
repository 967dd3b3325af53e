import { fill, type MailLanguage, textsOf } from './texts.ts'

type Texts = ReturnType<typeof textsOf>

/** What mails say of a lock; whoever names a reason or an effect that has no words here does not compile. */
export interface LockWords {
  /** A sentence. */
  readonly reason: string
  readonly remedy: string
  readonly effect: string
}

export function lockWords(
  language: MailLanguage,
  reason: keyof Texts['locks']['reasons'],
  effect: keyof Texts['locks']['effects'],
): LockWords {
  const { reasons, effects } = textsOf(language).locks
  return { reason: reasons[reason].name, remedy: reasons[reason].remedy, effect: effects[effect] }
}

/** What mails say of a browser that does not name itself. */
export function unknownBrowserWord(language: MailLanguage): string {
  return textsOf(language).shared.unknownBrowser
}

/** What a role is called in mails. */
export function roleWord(language: MailLanguage, role: keyof Texts['roles']): string {
  return textsOf(language).roles[role]
}

/** What an enquiry is about. */
export function topicWord(language: MailLanguage, topic: keyof Texts['topics']): string {
  return textsOf(language).topics[topic]
}

/** How far a report on a status page has come. */
export function reportStageWord(language: MailLanguage, stage: keyof Texts['status']['stages']): string {
  return textsOf(language).status.stages[stage]
}

/** The stage of an update whose text was corrected. */
export function correctedWord(language: MailLanguage, stage: string): string {
  return fill(textsOf(language).status.corrected, { stage })
}

/** What happens with planned maintenance. */
export function maintenanceWord(language: MailLanguage, event: keyof Texts['status']['maintenance']): string {
  return textsOf(language).status.maintenance[event]
}

/** When maintenance takes place that comes again. */
export function seriesWord(language: MailLanguage, when: string): string {
  return fill(textsOf(language).status.series, { when })
}

/** What a channel is asked before it gets updates of a status page; a link follows. */
export function subscriptionQuestion(language: MailLanguage): string {
  return textsOf(language).status.question
}

/** What a demo is called in a calendar. */
export function demoWord(language: MailLanguage): string {
  return textsOf(language).demo.name
}

/** What has become of a demo. */
export function demoStateWord(language: MailLanguage, state: keyof Texts['demo']['states']): string {
  return textsOf(language).demo.states[state]
}
