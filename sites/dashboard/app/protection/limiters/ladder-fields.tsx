import { ladderRungs } from '@bollard/contracts'
import { Checkbox, classNames, FieldError, TextField, TextInput } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Fold } from '../../forms/fold.tsx'
import type { TypedValues } from '../typed-values.ts'

/** Heights of the posts that stand for a rung, in pixels. */
const heights = { LOG: 6, EASY: 12, HARD: 18, THROTTLE: 24, DENY: 30 } as const
const colours = {
  LOG: 'bg-line-strong',
  EASY: 'bg-amber',
  HARD: 'bg-amber',
  THROTTLE: 'bg-info',
  DENY: 'bg-bot',
} as const

interface LadderFieldsProps {
  typed: TypedValues
  errorOf: (name: string) => string | undefined
}

/** How a limiter answers to pressure, rung by rung; a rung without a number is left out. */
export function LadderFields({ typed, errorOf }: LadderFieldsProps) {
  const { t } = useTranslation()
  const words = t(($) => $.protection.ladder, { returnObjects: true })
  const number = (name: string) => ({
    id: name,
    name,
    autoComplete: 'off',
    inputMode: 'numeric' as const,
    defaultValue: typed[name] ?? '',
    error: errorOf(name),
  })
  const error = errorOf('ladder')
  return (
    <fieldset className="group/ladder grid min-w-0 gap-3">
      <legend className="text-sm font-[520]">{words.title}</legend>
      <p className="hidden text-sm text-ink-2 group-has-[[value=CONCURRENCY]:checked]/form:block group-has-[[value=SLIDING\_WINDOW]:checked]/form:block">
        {words.onlyThrottles}
      </p>
      <div className="grid gap-3 group-has-[[value=CONCURRENCY]:checked]/form:hidden group-has-[[value=SLIDING\_WINDOW]:checked]/form:hidden">
        <Checkbox
          name="ladder/on"
          defaultChecked={(typed['ladder/on'] ?? '') !== ''}
          label={
            <>
              {words.on} <span className="text-ink-3">– {words.off}</span>
            </>
          }
        />
        <div className="hidden min-w-0 gap-4 group-has-[[name=ladder\/on]:checked]/ladder:grid">
          <FieldError id="ladder-steps-error">{error}</FieldError>
          <ol className="divide-y divide-line rounded-md border border-line">
            {ladderRungs.map((rung, index) => (
              <li
                key={rung}
                className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-3 px-3.5 py-2.5 text-sm sm:grid-cols-[auto_minmax(0,1fr)_7.5rem]"
              >
                <span aria-hidden="true" className="flex h-8 w-9 items-end gap-0.5 max-sm:hidden">
                  {ladderRungs.slice(0, index + 1).map((lower) => (
                    <span
                      key={lower}
                      className={classNames('w-1.5 rounded-post', colours[rung])}
                      style={{ height: heights[lower] }}
                    />
                  ))}
                </span>
                <label htmlFor={`ladder/steps/${rung}`} className="grid min-w-0">
                  <span className="font-[560]">{words.rungs[rung].name}</span>
                  <span className="text-xs text-ink-2">{words.rungs[rung].about}</span>
                </label>
                <span className="flex items-center gap-1.5">
                  <TextInput
                    dense
                    id={`ladder/steps/${rung}`}
                    name={`ladder/steps/${rung}`}
                    inputMode="numeric"
                    autoComplete="off"
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? 'ladder-steps-error' : undefined}
                    defaultValue={typed[`ladder/steps/${rung}`] ?? ''}
                    className="text-end"
                  />
                  %
                </span>
              </li>
            ))}
          </ol>
          <p className="text-xs text-ink-3">{words.percentHint}</p>
          <Fold
            label={words.more}
            isOpen={errorOf('ladder/work') !== undefined || errorOf('ladder/credit') !== undefined}
          >
            <div className="grid w-full gap-5 sm:grid-cols-2">
              <TextField label={words.workEasy} {...number('ladder/work/EASY')} />
              <TextField label={words.workHard} {...number('ladder/work/HARD')} />
              <TextField label={words.creditEasy} {...number('ladder/credit/EASY')} />
              <TextField label={words.creditHard} {...number('ladder/credit/HARD')} />
              <TextField label={words.hold} {...number('ladder/holdSeconds')} />
            </div>
          </Fold>
        </div>
      </div>
    </fieldset>
  )
}
