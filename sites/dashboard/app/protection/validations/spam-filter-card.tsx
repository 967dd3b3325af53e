import { ProblemAlert, type ShownProblem, useFormats } from '@bollard/site-kit'
import { Button, Card, CardHeader, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { Fold } from '../../forms/fold.tsx'
import { useProtection } from '../use-protection.ts'

export interface SpamFilter {
  readonly taught: { readonly spam: number; readonly wanted: number }
  readonly needed: number
  readonly right: number
  readonly wrong: number
  readonly sources: readonly {
    readonly name: string
    readonly version: string
    readonly date: string
    readonly fresh: boolean
  }[]
}

/** What the spam filter has learned, how often it was right, and how old the lists of others are. */
export function SpamFilterCard({ filter, problem }: { filter: SpamFilter; problem: ShownProblem | null }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { mayChange } = useProtection()
  const words = t(($) => $.protection.filter, { returnObjects: true })
  const { taught, needed, right, wrong, sources } = filter
  const isReady = taught.spam >= needed && taught.wanted >= needed
  const facts: [string, string][] = [
    [words.spam, formats.whole(taught.spam)],
    [words.wanted, formats.whole(taught.wanted)],
    [words.right, right + wrong === 0 ? '–' : formats.share(right / (right + wrong))],
  ]
  return (
    <Card className="grid min-w-0 gap-4 sm:p-6">
      <CardHeader title={words.title} className="!mb-0">
        <Pill meaning={isReady ? 'human' : 'neutral'} mark>
          {isReady ? words.ready : words.learning}
        </Pill>
      </CardHeader>
      <p className="max-w-[44rem] text-sm text-ink-2">
        {t(($) => $.protection.filter.about, { needed: formats.whole(needed) })}
      </p>
      <ProblemAlert problem={problem} />
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="tabular font-display text-xl leading-tight font-[640]">{value}</dd>
          </div>
        ))}
      </dl>
      {sources.length === 0 ? null : (
        <div className="grid gap-1.5">
          <h3 className="font-sans text-sm font-[560] tracking-normal">{words.sources}</h3>
          <ul className="grid gap-1 text-sm">
            {sources.map(({ name, version, date, fresh }) => (
              <li key={name} className="[overflow-wrap:anywhere]">
                {name} {version} · {formats.day(date)}
                {fresh ? null : <span className="text-bot"> · {words.old}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {mayChange && taught.spam + taught.wanted > 0 ? (
        <Fold label={words.reset}>
          <p>{words.resetAbout}</p>
          <Form method="post">
            <Button type="submit" size="dense" variant="danger">
              {words.resetNow}
            </Button>
          </Form>
        </Fold>
      ) : null}
    </Card>
  )
}
