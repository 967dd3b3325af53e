import { Alert, CopyField } from '@bollard/ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopyTexts } from '../../../words/use-copy-texts.ts'

/** A key that was just made, this once; `siteKey` where it came with an environment. Null where the form was sent twice. */
export function NewKey({ secretKey, siteKey }: { secretKey: string | null; siteKey?: string }) {
  const { t } = useTranslation()
  const texts = useCopyTexts()
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [secretKey])
  return (
    <>
      <Alert ref={alert} kind="warning">
        {secretKey ? t(($) => $.captchaSettings.keys.once) : t(($) => $.captchaSettings.keys.shownBefore)}
      </Alert>
      {siteKey === undefined ? null : (
        <CopyField label={t(($) => $.overview.keys.siteKey)} value={siteKey} texts={texts} />
      )}
      {secretKey ? <CopyField label={t(($) => $.secretKey.label)} value={secretKey} texts={texts} /> : null}
    </>
  )
}
