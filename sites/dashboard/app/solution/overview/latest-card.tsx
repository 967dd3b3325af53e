import type { Verification } from '@bollard/contracts'
import { Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLatest } from '../verifications/use-latest.ts'
import { VerificationTable } from '../verifications/verification-table.tsx'

const rows = 10
/** The rest of them waits behind the link where rows are cards, and each as high as ten lines. */
const onPhones = 'max-sm:[&_tbody_tr:nth-child(n+5)]:!hidden'

/** The newest verifications; more appear by themselves. */
export function LatestCard({
  verifications,
  base,
  now,
}: {
  verifications: readonly Verification[]
  base: string
  now: number
}) {
  const { t } = useTranslation()
  const latest = useLatest(verifications, rows)
  const all = `${base}/captcha/verifications`
  return (
    <Card padded={false} className={`mb-4 overflow-hidden ${onPhones}`}>
      <div className="flex items-center gap-3.5 px-5 pt-[18px] pb-2">
        <h2 className="me-auto font-sans text-base font-[580] tracking-normal">{t(($) => $.overview.latest.title)}</h2>
        <Link to={all} className="rounded-sm text-sm text-ink-2 hover:text-ink touch:py-3">
          {t(($) => $.overview.latest.all)}
        </Link>
      </div>
      {latest.verifications.length === 0 ? (
        <p className="px-5 pb-5 text-sm text-ink-3">{t(($) => $.overview.latest.empty)}</p>
      ) : (
        <VerificationTable
          label={t(($) => $.overview.latest.title)}
          verifications={latest.verifications}
          fresh={latest.fresh}
          base={all}
          now={now}
        />
      )}
    </Card>
  )
}
