import type { MailKind, MailKinds } from './kinds.ts'
import { type MailLanguage, textsOf } from './texts.ts'

/** What the mails of one kind say; every text may name the values of its kind as `{{place}}`. */
export interface KindTexts<K extends MailKind = MailKind> {
  readonly subject: string
  readonly heading: string
  readonly before: readonly string[]
  /** The label of each value that is listed below those paragraphs. */
  readonly facts?: Partial<Record<keyof MailKinds[K], string>>
  readonly button?: string
  readonly after: readonly string[]
}

/** A kind with a link needs a text for its button, one without a link must not have one. */
type AllTexts = {
  readonly [K in MailKind]: KindTexts<K> &
    (MailKinds[K] extends { readonly link: string } ? { readonly button: string } : { readonly button?: never })
}

/** The texts of a kind. Does not compile when a language lacks one, or labels a value that the kind has not got. */
export function kindTexts<K extends MailKind>(language: MailLanguage, kind: K): KindTexts<K> {
  const kinds: AllTexts = textsOf(language).kinds
  return kinds[kind]
}
