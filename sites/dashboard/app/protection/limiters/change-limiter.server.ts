import { textOf } from '@bollard/site-kit'
import { act, apiOf } from '@bollard/site-kit/server'
import type { Sender } from '../../monitoring/services/sender.ts'
import { choiceAt, numberOrNull, type TypedValues } from '../typed-values.ts'
import { limiterOf, keyPartsMax } from './typed-limiter.ts'
import { untilOf } from './until.ts'

/** Does what the button of a form about one limiter says; undefined for a button that there is not. */
export function changeLimiter(sender: Sender, limiterId: string, form: FormData, typed: TypedValues) {
  const { context, request, solutionId } = sender
  const api = apiOf(context, request)
  const at = { solutionId, limiterId }
  switch (textOf(form, 'do')) {
    case 'save': {
      const mode = choiceAt(typed, 'mode', ['DRY_RUN', 'LIVE'])
      const limiterDto = { ...limiterOf(typed), mode, version: Number(textOf(form, 'version')) }
      return act<unknown>(sender, api.updateLimiter({ ...at, limiterDto }))
    }
    case 'delete':
      return act<unknown>(sender, api.deleteLimiter(at))
    case 'finish':
      return act<unknown>(sender, api.finishLimiterChange(at))
    case 'roll-back':
      return act<unknown>(sender, api.rollBackLimiterChange(at))
    case 'add': {
      const values = Array.from({ length: keyPartsMax }, (_, row) => form.get(`values/${row}`)).flatMap((value) =>
        typeof value === 'string' ? [value.trim()] : [],
      )
      const limit = numberOrNull(typed, 'limit')
      const limiterOverrideNewDto = { values, limit, until: untilOf(form), note: textOf(form, 'note') }
      return act<unknown>(sender, api.createLimiterOverride({ ...at, limiterOverrideNewDto }))
    }
    case 'end':
      return act<unknown>(sender, api.deleteLimiterOverride({ ...at, overrideId: textOf(form, 'id') }))
    default:
      return undefined
  }
}
