import type { DocsTexts, Language } from '@bollard/i18n'
import { readTexts } from '@bollard/i18n/load'

type FrameTexts = Pick<DocsTexts, 'reference' | 'errors' | 'sections'>

/** The texts of this site, where no page is rendered: in lists and Markdown. */
export function textsOf(language: Language): FrameTexts {
  return readTexts('docs', language) as unknown as FrameTexts
}
