import { useFormats } from '@bollard/site-kit'
import type { Role, Site } from '@bollard/contracts'
import { Card, CardHeader, CopyField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ReplaceKeyButton } from '../secret-key/replace-key-button.tsx'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import { WhoMay } from '../../frame/needs-role.tsx'

/** The public key to take away, and what is known of the secret one. */
export function KeysCard({ site, role, base }: { site: Site; role: Role; base: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const texts = useCopyTexts()
  const known = site.secretKey
  return (
    <Card className="min-w-0">
      <CardHeader title={t(($) => $.overview.keys.title)} />
      <div className="grid gap-5 xl:grid-cols-2">
        <CopyField
          label={t(($) => $.overview.keys.siteKey)}
          value={site.siteKey}
          texts={texts}
          hint={t(($) => $.overview.keys.siteKeyHint)}
          className="content-start"
        />
        <div className="grid content-start gap-1.5">
          <span className="text-sm font-[520]">{t(($) => $.overview.keys.secretKey)}</span>
          <span className="flex gap-2">
            {known === null ? null : (
              <code className="flex h-[2.125rem] min-w-0 flex-1 items-center truncate rounded-md border border-line px-2.5 text-sm text-ink-2 touch:h-11">
                {known.prefix}…{known.last4}
              </code>
            )}
            {role === 'ADMIN' ? (
              <ReplaceKeyButton
                secretKey={known}
                address={`${base}/secret-key`}
                label={known === null ? t(($) => $.secretKey.create) : t(($) => $.overview.keys.replace)}
              />
            ) : null}
          </span>
          <span className="text-xs text-ink-3">
            {known === null ? t(($) => $.overview.keys.none) : null}{' '}
            {role !== 'ADMIN' ? (
              <WhoMay>{t(($) => $.overview.keys.adminOnly, { role: t(($) => $.roles[role]) })}</WhoMay>
            ) : known !== null ? (
              t(($) => $.overview.keys.secretHint, { date: formats.day(known.createdAt) })
            ) : null}
          </span>
        </div>
      </div>
    </Card>
  )
}
