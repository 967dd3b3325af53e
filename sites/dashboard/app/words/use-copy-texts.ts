import type { CopyTexts } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** The words of a button that copies. */
export function useCopyTexts(): CopyTexts {
  const { t } = useTranslation()
  return { copy: t(($) => $.elements.copy), copied: t(($) => $.elements.copied) }
}
