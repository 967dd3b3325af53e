import { useTranslation } from 'react-i18next'

/** Where the operator's agreement stands. */
export function AgreementLink({ dpa: { version, url } }: { dpa: { version: string; url: string } }) {
  const { t } = useTranslation()
  return (
    <a href={url} target="_blank" rel="noreferrer" className="text-link">
      {t(($) => $.agreement.read, { version })}
    </a>
  )
}
