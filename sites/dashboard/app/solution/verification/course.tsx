import { Moment, useFormats } from '@bollard/site-kit'
import type { Verification } from '@bollard/contracts'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { decisionWords } from '../../words/decision-words.ts'
import { useSolution } from '../use-solution.ts'
import { Fact, FactList } from './fact-list.tsx'

/** When it was, how long it took, and what the visitor's browser had to do. */
export function Course({ verification }: { verification: Verification }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { base } = useSolution()
  const { decision } = verification
  // Whom a rule or a key decided about at once had nothing to do.
  const hadWork = verification.workHashes > 0
  const changedBy = decision.type === 'SCORE' && decision.rule !== null ? decision.rule.name : null
  return (
    <Card>
      <CardHeader title={t(($) => $.detail.course)} />
      <FactList>
        <Fact
          name={t(($) => $.detail.decidedBy)}
          {...(changedBy === null ? {} : { hint: t(($) => $.detail.rule.changed, { name: changedBy }) })}
        >
          {decisionWords(t, verification)}
          {decision.rule === null ? null : (
            <Link to={`${base}/captcha/settings/rules/${decision.rule.id}`} className="text-link block touch:py-2">
              {t(($) => $.rules.openRule)}
            </Link>
          )}
        </Fact>
        {verification.environment === null ? null : (
          <Fact name={t(($) => $.detail.environment)}>{verification.environment.name}</Fact>
        )}
        <Fact name={t(($) => $.detail.started)}>
          <Moment at={verification.startedAt} />
        </Fact>
        <Fact name={t(($) => $.detail.finished)}>
          <Moment at={verification.finishedAt} />
        </Fact>
        {hadWork ? (
          <>
            <Fact name={t(($) => $.detail.check)}>
              {t(($) => $.detail.checkText, { time: formats.duration(verification.checkMs) })}
            </Fact>
            <Fact name={t(($) => $.detail.work)}>
              {t(($) => $.detail.workText, { time: formats.duration(verification.workMs) })}
            </Fact>
            <Fact name={t(($) => $.detail.hashes)}>
              {t(($) => (verification.workAlgorithm === 'equix' ? $.detail.equixText : $.detail.hashesText), {
                hashes: formats.inWords(verification.workHashes),
              })}
            </Fact>
            <Fact name={t(($) => $.detail.roundsLabel)}>
              {t(($) => $.detail.rounds, { count: verification.rounds })}
            </Fact>
          </>
        ) : null}
      </FactList>
    </Card>
  )
}
