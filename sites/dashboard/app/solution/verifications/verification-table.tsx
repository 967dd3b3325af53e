import type { Verification } from '@bollard/contracts'
import type { Language } from '@bollard/i18n'
import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { Cell, classNames, HeadCell, Row, ScorePosts, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useIsPainted } from '../../frame/drawn-later.tsx'
import { decisionWords } from '../../words/decision-words.ts'
import { nameOfCode } from '../../words/name-of-code.ts'
import { mainReason, reasonWords } from '../../words/reason-words.ts'
import { OutcomePill } from './outcome-pill.tsx'

/** Those that fit into a window of 1000 pixels; the others are drawn when these are on the screen. */
const rowsInSight = 14

export interface VerificationTableProps {
  label: string
  verifications: readonly Verification[]
  /** Address below which each verification has its page. */
  base: string
  /** Milliseconds since 1970: what is of today goes without its day. */
  now: number
  /** Ids that came in while the page was open. */
  fresh?: ReadonlySet<string>
}

/** Verifications as rows, each a link to its page; where it gets narrow without what matters least, on a phone as cards. */
export function VerificationTable({ label, verifications, base, now, fresh }: VerificationTableProps) {
  const { t } = useTranslation()
  const isPainted = useIsPainted()
  const shown = isPainted ? verifications : verifications.slice(0, rowsInSight)
  return (
    <Table label={label} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5" aria-sort="descending">
            {t(($) => $.log.time)}
          </HeadCell>
          <HeadCell>{t(($) => $.log.result)}</HeadCell>
          <HeadCell>{t(($) => $.log.score)}</HeadCell>
          <HeadCell>{t(($) => $.log.reason)}</HeadCell>
          <HeadCell className="@max-4xl:hidden">{t(($) => $.log.network)}</HeadCell>
          <HeadCell className="@max-3xl:hidden">{t(($) => $.log.browser)}</HeadCell>
          <HeadCell align="end" className="pe-5">
            {t(($) => $.log.check)}
          </HeadCell>
        </tr>
      </thead>
      <tbody data-slot={shown.length < verifications.length ? 'drawn-later' : undefined}>
        {shown.map((verification) => (
          <VerificationRow
            key={verification.verificationId}
            verification={verification}
            base={base}
            now={now}
            isFresh={fresh?.has(verification.verificationId) ?? false}
          />
        ))}
      </tbody>
    </Table>
  )
}

function VerificationRow({
  verification,
  base,
  now,
  isFresh,
}: {
  verification: Verification
  base: string
  now: number
  isFresh: boolean
}) {
  const { t } = useTranslation()
  const { language } = useSite()
  const formats = useFormats()
  const origin = originOf(verification, language)
  const { verificationId, outcome, score, reasons, browser, operatingSystem, checkMs, finishedAt } = verification
  const reason = mainReason(reasons, outcome)
  return (
    <Row className={isFresh ? 'relative animate-arrive' : 'relative'}>
      <Cell className="ps-5 font-mono text-xs text-ink-2">
        <Link
          to={`${base}/${verificationId}`}
          aria-label={t(($) => $.log.open, { time: formats.moment(finishedAt) })}
          className="rounded-sm after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:shadow-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-amber"
        >
          <Moment at={finishedAt} show="recent" now={now} />
        </Link>
      </Cell>
      <Cell>
        <OutcomePill outcome={outcome} />
      </Cell>
      <Cell className="stacked-wide">
        {score === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <ScorePosts
            score={score}
            label={t(($) => $.elements.score, { score: formats.score(score) })}
            formatted={formats.score(score)}
          />
        )}
      </Cell>
      <Cell className="stacked-wide min-w-40 !whitespace-normal">
        {verification.decision.type !== 'SCORE' ? (
          decisionWords(t, verification)
        ) : reason ? (
          reasonWords(t, reason.code)
        ) : (
          <span className="text-ink-3">{t(($) => $.log.noReason)}</span>
        )}
      </Cell>
      <Cell
        className={classNames(
          'max-w-52 truncate text-ink-2 @max-4xl:hidden',
          origin === '' ? 'stacked-away' : 'stacked-wide',
        )}
      >
        {origin === '' ? <span className="text-ink-3">{t(($) => $.log.unknownOrigin)}</span> : origin}
      </Cell>
      <Cell className="stacked-wide text-ink-2 @max-3xl:hidden">
        {[browser, operatingSystem].filter((part) => part !== 'Unknown').join(' · ') ||
          t(($) => $.detail.devices.unknown)}
      </Cell>
      <Cell align="end" className="stacked-away pe-5 font-mono text-xs">
        {formats.duration(checkMs)}
      </Cell>
    </Row>
  )
}

/** Where a visitor came from, as people say it: country and operator; empty where neither is known. The network stands on the page of the verification. */
function originOf({ country, operator }: Verification, language: Language): string {
  const known = [country === null ? null : nameOfCode('region', country, language), operator]
  return known.filter(Boolean).join(' · ')
}
