import en from '../i18n/en.json' with { type: 'json' }

/** Said only by the scripts for a few owners and for old browsers, or by the page itself: the build leaves them out of the widget. */
export const rarelySaid = [
  'failover',
  'testPasses',
  'testFails',
  'testSpent',
  'testStepUp',
  'noscript',
  'unsupported',
] as const

export type RareTexts = Readonly<Pick<typeof en, (typeof rarelySaid)[number]>>

/** What every widget may have to say; `failover` comes with the owner's script, where it is needed. */
export type Texts = Readonly<Omit<typeof en, keyof RareTexts>> & { readonly failover?: string }

export interface Spoken {
  /** BCP 47 tag. */
  readonly language: string
  readonly isRightToLeft: boolean
  readonly texts: Texts
}

/** Put here by the build, which ships these texts as a list: their names in its order. */
declare const BOLLARD_TEXTS: string | undefined
const order = typeof BOLLARD_TEXTS === 'undefined' ? [] : BOLLARD_TEXTS.split(' ')

/** Under what a text with this name lies in a built script. */
export function placeOf(name: string): string {
  return order.includes(name) ? String(order.indexOf(name)) : name
}

export const english: Texts & Readonly<Record<string, string>> = en
export const rareEnglish: RareTexts & Readonly<Record<string, string>> = en
