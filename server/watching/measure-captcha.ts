import type { CaptchaService } from '@bollard/captcha-service'
import { Counter, type Registry } from 'prom-client'

/** Shows what became of visitors and of questions about their tokens since this process started. The hot path only adds ones. */
export function measureCaptcha(registry: Registry, { tally }: Pick<CaptchaService, 'tally'>): void {
  const registers = [registry]
  const started: Counter = new Counter({
    name: 'bollard_verifications_started_total',
    help: 'Visitors who asked to begin, except those with test keys',
    registers,
    collect: () => setTo(started, [[{}, tally.visitors.started ?? 0]]),
  })
  const rounds: Counter<'outcome'> = new Counter({
    name: 'bollard_verifications_total',
    help: 'Answers of visitors by what was decided, except those with test keys',
    labelNames: ['outcome'],
    registers,
    collect: () =>
      setTo(
        rounds,
        (['passed', 'flagged', 'refused', 'steppedUp'] as const).map((outcome) => [
          { outcome: outcome === 'steppedUp' ? 'stepped_up' : outcome },
          tally.rounds[outcome] ?? 0,
        ]),
      ),
  })
  const events: Counter<'event'> = new Counter({
    name: 'bollard_verification_events_total',
    help: 'What else happened to visitors, such as answers that came too late or a second time',
    labelNames: ['event'],
    registers,
    collect: () =>
      setTo(
        events,
        Object.entries(tally.visitors).flatMap(([event, n]) =>
          event === 'started' ? [] : [[{ event: snakeCase(event) }, n]],
        ),
      ),
  })
  const answers: Counter<'result'> = new Counter({
    name: 'bollard_siteverify_answers_total',
    help: "Answers to customers' servers about a token, in every protocol, by result",
    labelNames: ['result'],
    registers,
    collect: () =>
      setTo(
        answers,
        Object.entries(tally.tokens).map(([result, n = 0]) => [{ result: result.replaceAll('-', '_') }, n]),
      ),
  })
}

function setTo<Label extends string>(
  counter: Counter<Label>,
  values: readonly (readonly [Partial<Record<Label, string>>, number])[],
): void {
  counter.reset()
  for (const [labels, n] of values) counter.inc(labels, n)
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
