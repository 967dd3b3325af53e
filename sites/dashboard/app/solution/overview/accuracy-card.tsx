import { useFormats } from '@bollard/site-kit'
import type { Accuracy } from '@bollard/contracts'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** How often the captcha was wrong among the labelled verifications; without labels it says that nobody knows. */
export function AccuracyCard({ accuracy, base }: { accuracy: Accuracy; base: string }) {
  const { t } = useTranslation()
  const { refusedPeople, delayedPeople, missedBots } = accuracy
  const period = t(($) => $.periods.in[accuracy.period])
  const isKnown = refusedPeople !== null || missedBots !== null
  return (
    <Card className="mb-4">
      <CardHeader title={t(($) => $.overview.accuracy.title)} className="!mb-1.5" />
      {isKnown ? (
        <p className="mb-4 max-w-[44rem] text-xs text-ink-3">{t(($) => $.overview.accuracy.bias, { period })}</p>
      ) : (
        <p className="mb-3 max-w-[44rem] text-sm text-ink-2">{t(($) => $.overview.accuracy.empty, { period })}</p>
      )}
      {isKnown ? (
        <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
          <Mistakes name={t(($) => $.overview.accuracy.people)} share={refusedPeople} of="people" />
          <Mistakes name={t(($) => $.overview.accuracy.delayed)} share={delayedPeople} of="people" />
          <Mistakes name={t(($) => $.overview.accuracy.missed)} share={missedBots} of="bots" />
        </dl>
      ) : (
        <Link
          to={`${base}/captcha/verifications`}
          className="rounded-sm text-sm text-ink-2 underline underline-offset-4 hover:text-ink touch:py-3"
        >
          {t(($) => $.overview.accuracy.emptyAction)}
        </Link>
      )}
    </Card>
  )
}

/** One share with what it was counted over and how far it can be off. */
function Mistakes({ name, share, of }: { name: string; share: Accuracy['missedBots']; of: 'people' | 'bots' }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      {share === null ? (
        <dd className="mt-1 text-sm text-ink-3">
          {of === 'people' ? t(($) => $.overview.accuracy.noPeople) : t(($) => $.overview.accuracy.noBots)}
        </dd>
      ) : (
        <>
          <dd className="tabular mt-1 font-display text-xl leading-[1.2] font-[640] tracking-[-0.01em]">
            {formats.share(share.share)}
          </dd>
          <dd className="text-xs text-ink-3">
            <Counted share={share} of={of} />
            <span className="tabular block">
              {t(($) => $.overview.accuracy.between, {
                low: formats.share(share.low),
                high: formats.share(share.high),
              })}
            </span>
          </dd>
        </>
      )}
    </div>
  )
}

function Counted({ share, of }: { share: NonNullable<Accuracy['missedBots']>; of: 'people' | 'bots' }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = { part: formats.whole(share.count), n: formats.whole(share.of), count: share.of }
  return of === 'people' ? t(($) => $.overview.accuracy.ofPeople, words) : t(($) => $.overview.accuracy.ofBots, words)
}
