import type { FieldVerdictAnswer } from '@bollard/contracts'
import type { SealedSecret, SecretBox } from '@bollard/webhooks'

/** What is kept of a message until its days are over. */
export interface KeptMessage {
  /** Of the fields that the form has rules for. */
  readonly values: Readonly<Record<string, string>>
  readonly fields: readonly FieldVerdictAnswer[]
  readonly tellingWords: readonly { readonly words: string; readonly share: number }[]
  /** What was written in all fields that are messages. */
  readonly text: string
}

const excerptMax = 160
const lost: KeptMessage = { values: {}, fields: [], tellingWords: [], text: '' }

/** Seals a message for the id of its review, and the beginning of its longest text apart, for lists. */
export function sealMessage(
  box: SecretBox,
  id: string,
  message: KeptMessage,
): { readonly excerpt: Buffer; readonly sealed: Buffer; readonly keyId: number } {
  const excerpt = box.seal(excerptOf(message.values), excerptOwner(id))
  const { bytes, keyId } = box.seal(JSON.stringify(message), id)
  return { excerpt: excerpt.bytes, sealed: bytes, keyId }
}

/** Empty where no key of the installation opens it any more. */
export function openMessage(box: SecretBox, id: string, sealed: SealedSecret): KeptMessage {
  const text = box.open(sealed, id)
  // We have sealed it ourselves, and nobody else can.
  return text === null ? lost : (JSON.parse(text) as KeptMessage)
}

export function openExcerpt(box: SecretBox, id: string, sealed: SealedSecret): string {
  return box.open(sealed, excerptOwner(id)) ?? ''
}

/** Both parts of a review are sealed for it, and neither opens as the other. */
export function excerptOwner(id: string): string {
  return `${id} excerpt`
}

function excerptOf(values: Readonly<Record<string, string>>): string {
  const [longest = ''] = Object.values(values).toSorted((one, other) => other.length - one.length)
  return [
    ...longest
      .slice(0, 4 * excerptMax)
      .replaceAll(/[\s\p{C}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, excerptMax)
    .join('')
}
