import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { Pill, ScoreBar } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Verdict } from '../demo/verdict.ts'
import type { RecordedVerdict } from './recorded-verdict.server.ts'

const meanings = { passed: 'human', flagged: 'doubt', refused: 'bot' } as const

/** What our server learned about the last submission; until there is one, what the lab recorded about a real browser. */
export function DemoVerdict({ verdict, recorded }: { verdict: Verdict | null; recorded: RecordedVerdict | null }) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  if (verdict === null)
    return recorded === null ? (
      <p className="text-sm text-ink-2">{t(($) => $.demo.before)}</p>
    ) : (
      <Recorded recorded={recorded} />
    )
  if (verdict.kind !== 'checked') {
    return (
      <>
        <p className="text-sm">{t(($) => $.demo[verdict.kind])}</p>
        <Raw json={verdict.raw} />
      </>
    )
  }
  return (
    <>
      <p className="mb-3">
        <Pill meaning={meanings[verdict.outcome]} mark>
          {t(($) => $.demo[verdict.outcome])}
        </Pill>
      </p>
      <dl className="grid gap-[7px] text-sm">
        <Judged score={verdict.score} reasonCodes={verdict.reasonCodes} />
        <Row name={t(($) => $.demo.work)}>
          {verdict.workCount > 0
            ? t(($) => $.demo.workValue, { count: verdict.workCount, workMs: verdict.workMs.toLocaleString(locale) })
            : t(($) => $.demo.workNone)}
        </Row>
        <Row name={t(($) => $.demo.check)}>
          {t(($) => $.demo.checkValue, { checkMs: verdict.checkMs.toLocaleString(locale) })}
        </Row>
      </dl>
      <Raw json={verdict.raw} />
    </>
  )
}

function Recorded({ recorded: { score, reasonCodes, measuredAt } }: { recorded: RecordedVerdict }) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  return (
    <>
      <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Pill meaning="human" mark>
          {t(($) => $.demo.passed)}
        </Pill>
        <span className="text-xs text-ink-3">
          {t(($) => $.products.captcha.recorded, {
            day: new Date(measuredAt).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
          })}
        </span>
      </p>
      <dl className="grid gap-[7px] text-sm">
        <Judged score={score} reasonCodes={reasonCodes} />
      </dl>
      <p className="mt-3 text-sm text-ink-2">{t(($) => $.demo.before)}</p>
    </>
  )
}

/** The score and what it is made of. */
function Judged({ score, reasonCodes }: { score: number; reasonCodes: readonly string[] }) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const reasons: Readonly<Record<string, string>> = t(($) => $.reasons, { returnObjects: true })
  const shown = score.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const why = reasonCodes.slice(0, 3).map((code) => reasons[code] ?? code)
  return (
    <>
      <Row name={t(($) => $.demo.score)}>
        <span className="flex items-center gap-2.5">
          <ScoreBar score={score} label={t(($) => $.demo.scoreLabel, { score: shown })} />
          <b className="font-mono">{shown}</b>
        </span>
      </Row>
      <Row name={t(($) => $.demo.why)}>{why.length > 0 ? why.join(' · ') : t(($) => $.demo.noReasons)}</Row>
    </>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-2.5 sm:grid-cols-[104px_1fr] sm:items-baseline">
      <dt className="text-ink-3">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Raw({ json }: { json: string }) {
  const { t } = useTranslation()
  if (json === '') return null
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit rounded-sm text-ink-2">{t(($) => $.demo.raw)}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <pre tabIndex={0} className="mt-2 max-h-64 overflow-auto rounded-md border border-line bg-surface p-3 text-xs">
        {json}
      </pre>
    </details>
  )
}
