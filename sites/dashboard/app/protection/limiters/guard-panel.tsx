import type { LimiterRollout, Share } from '@bollard/contracts'
import { Moment, ProblemAlert, type ShownProblem, useFormats, useIsSending } from '@bollard/site-kit'
import { Alert, Button, Card, CardHeader, Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { useProtection } from '../use-protection.ts'

/** Where the last change of a limiter is, how visitors fare under it and under the former one, and the ways to end the comparison. */
export function GuardPanel({ rollout, problem }: { rollout: LimiterRollout; problem: ShownProblem | null }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isSending = useIsSending()
  const { mayChange, mayAnswer } = useProtection()
  const words = t(($) => $.protection.guard, { returnObjects: true })
  const { stage, percent, since, nextAt, fault, passRate, errorRate } = rollout
  const isOnItsWay = stage === 'DRY_RUN' || stage === 'SHARE'
  const waits = nextAt !== null && Date.parse(nextAt) - Date.parse(since) > hourMs
  return (
    <Card className="grid min-w-0 gap-4 sm:p-6">
      <CardHeader title={words.title} className="!mb-0" />
      <ProblemAlert problem={problem} />
      <p className="text-sm text-ink-2">
        {t(($) => $.protection.guard.stages[stage], { share: formats.share(percent / 100) })} {words.since}{' '}
        <Moment at={since} />
        {nextAt === null || waits ? null : (
          <>
            {' · '}
            {words.next} <Moment at={nextAt} />
          </>
        )}
      </p>
      {fault === null ? null : <Alert kind="warning">{words.faults[fault]}</Alert>}
      {waits ? <p className="text-sm text-ink-2">{words.tooFew}</p> : null}
      <Table label={words.title}>
        <thead>
          <tr>
            <HeadCell className={nameOfRate}>{words.rate}</HeadCell>
            <HeadCell align="end" className={figure}>
              {words.changed}
            </HeadCell>
            <HeadCell align="end" className={figure}>
              {words.former}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          <RateRow name={words.passRate} changed={passRate.changed} former={passRate.former} />
          <RateRow name={words.errorRate} changed={errorRate.changed} former={errorRate.former} />
        </tbody>
      </Table>
      <p className="text-xs text-ink-3">{words.interval}</p>
      {isOnItsWay && mayAnswer ? (
        <Form method="post" preventScrollReset className="flex flex-wrap gap-2.5">
          {mayChange ? (
            <Button type="submit" name="do" value="finish" size="dense" aria-disabled={isSending}>
              {words.finish}
            </Button>
          ) : null}
          <Button type="submit" name="do" value="roll-back" size="dense" variant="danger" aria-disabled={isSending}>
            {words.rollBack}
          </Button>
        </Form>
      ) : null}
    </Card>
  )
}

/** A change that has enough visitors takes a quarter of an hour; one that waits for more, a day at most. */
const hourMs = 3_600_000

// Three columns have to stand beside each other on a phone.
const nameOfRate = '!whitespace-normal max-sm:!px-0'
const figure = '!whitespace-normal max-sm:!px-1'

function RateRow({ name, changed, former }: { name: string; changed: Share; former: Share }) {
  const formats = useFormats()
  const shown = (share: Share) =>
    share === null ? (
      '–'
    ) : (
      <>
        {formats.share(share.share)}
        <span className="block text-xs text-ink-3">
          {formats.share(share.low)} – {formats.share(share.high)}
        </span>
      </>
    )
  return (
    <Row>
      <Cell className={nameOfRate}>{name}</Cell>
      <Cell align="end" className={figure}>
        {shown(changed)}
      </Cell>
      <Cell align="end" className={figure}>
        {shown(former)}
      </Cell>
    </Row>
  )
}
