import { useTranslation } from 'react-i18next'

/** The sentence for a fault that a check has found; a code that nobody has put into words stands for itself. */
export function useFaultWords(): (fault: string | null) => string | null {
  const { t } = useTranslation()
  const words: Readonly<Record<string, string>> = t(($) => $.monitoring.faults, { returnObjects: true })
  return (fault) => (fault === null ? null : (words[fault] ?? fault))
}
