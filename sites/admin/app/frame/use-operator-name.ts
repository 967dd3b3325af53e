import { useTranslation } from 'react-i18next'

/** Writes an operator by name and address, from what the loader found out; without them that their account is gone. */
export function useOperatorName(names: Readonly<Record<string, string>>): (id: string) => string {
  const { t } = useTranslation()
  return (id) => names[id] ?? t(($) => $.frame.formerOperator)
}
