import type { LimiterWhatIf, Problem } from '@bollard/contracts'
import { textOf, timezoneGroups } from '@bollard/site-kit'
import { act, apiOf, attempt } from '@bollard/site-kit/server'
import { whatIfDaysOf } from '../../captcha/what-if/days-of.ts'
import type { Sender } from '../../monitoring/services/sender.ts'
import type { TypedValues } from '../typed-values.ts'
import { limiterOf } from './typed-limiter.ts'

/** The service may look back for long; a figure that comes late is better than none. */
const timeoutMs = 30_000

export interface LimiterAnswer {
  readonly typed: TypedValues
  readonly problem: Problem | null
  readonly tried: LimiterWhatIf | null
}

/** What a limiter as typed would have done in the last days; how many of them `form` says. Fields at fault are named as in the form. */
export async function tryTypedLimiter(sender: Sender, form: FormData, typed: TypedValues): Promise<LimiterAnswer> {
  const { context, request, solutionId } = sender
  const answer = await act(
    sender,
    apiOf(context, request).tryLimiter(
      { solutionId, limiterWhatIfDto: { limiter: limiterOf(typed), days: whatIfDaysOf(textOf(form, 'days')) } },
      { timeoutMs },
    ),
  )
  if (answer.ok) return { typed, problem: null, tried: answer.value }
  const errors = answer.problem.errors?.map((error) => ({
    ...error,
    pointer: error.pointer.replace(/^\/limiter(?=\/)/u, ''),
  }))
  return { typed, problem: { ...answer.problem, ...(errors ? { errors } : {}) }, tried: null }
}

/** Time zones to choose from; none where they cannot be read. */
export async function loadZones({ context, request }: Omit<Sender, 'solutionId'>) {
  const zones = await attempt(apiOf(context, request).listTimezones())
  return zones.ok ? timezoneGroups(zones.value.items, 'Etc/UTC') : []
}
