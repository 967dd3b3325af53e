import { useFormats } from '@bollard/site-kit'
import type { WhatIf } from '@bollard/contracts'
import { Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Moves } from './moves.tsx'
import { Caveats, VolumeChange } from './caveats.tsx'

/** What a draft of settings or rules would have done to earlier visitors, in figures and with visitors as examples. Takes focus when it comes. */
export function WhatIfAnswer({ result, isStale }: { result: WhatIf; isStale: boolean }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
  }, [result])
  const { changed, replayed, before, after, changes } = result
  const figures = {
    changed: formats.whole(changed),
    replayed: formats.whole(replayed),
    share: formats.share(replayed === 0 ? 0 : changed / replayed),
    from: formats.moment(result.from),
    to: formats.moment(result.to),
  }
  return (
    <section
      aria-labelledby="what-if"
      className="grid min-w-0 gap-4 rounded-md border border-line bg-sunken p-4 sm:p-5"
    >
      <div className="grid gap-1">
        <h3 ref={heading} id="what-if" tabIndex={-1} className="font-sans text-base font-[580] tracking-normal">
          {changes.length === 0
            ? t(($) => $.whatIf.nothingToTry)
            : replayed === 0
              ? t(($) => $.whatIf.nobody)
              : t(($) => $.whatIf.changed, { ...figures, count: changed })}
        </h3>
        <p className="text-sm text-ink-2">{t(($) => $.whatIf.range, figures)}</p>
        {isStale ? <p className="text-sm text-doubt">{t(($) => $.whatIf.stale)}</p> : null}
      </div>
      {changes.length === 0 || replayed === 0 ? null : (
        <>
          <div className="rounded-md border border-line bg-surface">
            <Table label={t(($) => $.whatIf.totals)}>
              <thead>
                <tr>
                  <HeadCell>{t(($) => $.log.result)}</HeadCell>
                  <HeadCell align="end">{t(($) => $.whatIf.before)}</HeadCell>
                  <HeadCell align="end">{t(($) => $.whatIf.after)}</HeadCell>
                  <HeadCell align="end" className="max-sm:hidden">
                    {t(($) => $.whatIf.difference)}
                  </HeadCell>
                </tr>
              </thead>
              <tbody>
                {(['passed', 'flagged', 'refused', 'extraWork'] as const).map((name) => (
                  <Row key={name}>
                    <Cell className="!whitespace-normal">{t(($) => $.whatIf.names[name])}</Cell>
                    <Cell align="end">{formats.whole(before[name])}</Cell>
                    <Cell align="end">{formats.whole(after[name])}</Cell>
                    <Cell align="end" className="max-sm:hidden">
                      {after[name] > before[name] ? '+' : ''}
                      {formats.whole(after[name] - before[name])}
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          </div>
          <Labelled labelled={result.labelled} />
          <Moves moves={result.moves} />
          <VolumeChange result={result} />
        </>
      )}
      <Caveats result={result} />
    </section>
  )
}

/** What would become of visitors of whom somebody has said what they were: the only ones of whom a change is known to be right or wrong. */
function Labelled({ labelled }: { labelled: WhatIf['labelled'] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const lines = (['people', 'bots'] as const).flatMap((who) => {
    const moved = labelled[who].filter(({ from, to }) => from !== to)
    const count = (to: 'REFUSED' | 'FREE') =>
      moved
        .filter((move) => (to === 'REFUSED' ? move.to === 'REFUSED' : move.from === 'REFUSED'))
        .reduce((sum, move) => sum + move.count, 0)
    return [
      { who, what: 'blocked' as const, count: count('REFUSED') },
      { who, what: 'passed' as const, count: count('FREE') },
    ].filter((line) => line.count > 0)
  })
  if (lines.length === 0) return null
  return (
    <ul className="grid list-disc gap-1 ps-5 text-sm">
      {lines.map(({ who, what, count }) => (
        <li key={`${who} ${what}`}>{t(($) => $.whatIf.labelled[who][what], { count, shown: formats.whole(count) })}</li>
      ))}
    </ul>
  )
}
