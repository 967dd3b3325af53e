import { Button } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Island } from '../pieces/island.tsx'
import island from './stepper.island.ts?worker&url'

export interface Step {
  readonly id: string
  readonly title: ReactNode
  readonly text: ReactNode
}

/**
 * Steps beside a drawing. Without script they are a list under the whole drawing; with script there is one at a time, and what in the
 * drawing is marked for other steps (`data-on="2 3"`) steps back.
 */
export function Stepper({ steps, drawing }: { steps: readonly Step[]; drawing: ReactNode }) {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.stepper, { returnObjects: true })
  return (
    <Island element="part-stepper" script={island} texts={texts}>
      <div className="grid items-start gap-x-8 gap-y-5 sm:grid-cols-[minmax(0,20rem)_1fr]">
        {drawing}
        <div className="grid gap-4">
          <div data-needs-js className="flex flex-wrap items-center gap-2">
            <Button data-do="back" size="dense">
              {texts.back}
            </Button>
            <Button data-do="next" size="dense" variant="ink">
              {texts.next}
            </Button>
            <span data-out="place" className="tabular text-sm text-ink-3" />
          </div>
          <ol data-steps aria-live="polite" className="grid gap-4">
            {steps.map(({ id, title, text }, index) => (
              <li key={id} className="grid gap-1.5">
                <p className="font-[600]">
                  <span className="tabular text-ink-3">{index + 1}.</span> {title}
                </p>
                <div className="max-w-[36em] text-ink-2">{text}</div>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Island>
  )
}
