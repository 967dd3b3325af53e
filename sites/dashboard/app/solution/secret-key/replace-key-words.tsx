import { Alert, CopyField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useCopyTexts } from '../../words/use-copy-texts.ts'

/** What replacing the secret key breaks, before it is done. */
export function ReplaceKeyConsequences() {
  const { t } = useTranslation()
  return (
    <>
      <p>{t(($) => $.secretKey.text)}</p>
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
        <li>{t(($) => $.secretKey.consequence1)}</li>
        <li>{t(($) => $.secretKey.consequence2)}</li>
        <li>{t(($) => $.secretKey.consequence3)}</li>
      </ul>
    </>
  )
}

/** The new key, this once. */
export function NewSecretKey({ secretKey }: { secretKey: string }) {
  const { t } = useTranslation()
  const texts = useCopyTexts()
  return (
    <>
      <Alert kind="warning">{t(($) => $.secretKey.done)}</Alert>
      <CopyField label={t(($) => $.secretKey.label)} value={secretKey} texts={texts} />
    </>
  )
}
