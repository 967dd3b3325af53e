import { chooseLanguage, isRightToLeft, withRegion } from '../languages/choose-language.ts'
import { createTexts } from '../languages/create-texts.ts'
import { rareEnglish, type Spoken, type Texts } from '../texts.ts'
import { failoverToken } from './failover-token.ts'
import { paintDesign } from './paint-design.ts'
import { ownLanguages, reword } from './reword.ts'
import { showTestNote } from './test-note.ts'

// What only some owners want; a second small script, so that the visitors of all others do not load it.

interface OwnerInput {
  /** Address of the folder with the languages. */
  readonly folder: () => string
  /** Those that lie there. */
  readonly tags: readonly string[]
  readonly textsOf: (tag: string) => Texts
  readonly onChange: () => void
}

interface Clothes {
  readonly root: ShadowRoot
  readonly box: HTMLElement
  readonly dark: boolean
  readonly badge: boolean
  readonly design: unknown
  readonly translations: unknown
  readonly test: unknown
  /** BCP 47 tags, the dearest first. */
  readonly languages: readonly (string | null | undefined)[]
}

export interface Owner {
  /** Paints the widget, says above it what its key is for, and gives its words in the first language wished for that it or its owner speaks. */
  dress(clothes: Clothes): Spoken
  failoverToken: typeof failoverToken
}

export function createOwner({ folder, tags, textsOf, onChange }: OwnerInput): Owner {
  const rareTextsOf = createTexts({ english: rareEnglish, folder: () => `${folder()}/rare`, onChange })
  return {
    dress({ root, box, dark, badge, design, translations, test, languages }) {
      paintDesign({ box, design, dark, badge })
      const language = chooseLanguage(languages, [...tags, ...ownLanguages(translations)])
      const base = chooseLanguage([language], tags)
      const rare = rareTextsOf(base)
      showTestNote({ root, test, language: base, texts: rare })
      const texts = reword({ texts: { ...textsOf(base), failover: rare.failover }, language, translations })
      return { language: withRegion(language, languages), isRightToLeft: isRightToLeft(language), texts }
    },
    failoverToken,
  }
}
