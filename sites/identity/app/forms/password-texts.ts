import type { PasswordTexts } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** The words of a password field. */
export function usePasswordTexts(): PasswordTexts {
  const { t } = useTranslation()
  return {
    show: t(($) => $.elements.showPassword),
    hide: t(($) => $.elements.hidePassword),
    showLabel: t(($) => $.elements.showPasswordLabel),
    hideLabel: t(($) => $.elements.hidePasswordLabel),
  }
}
