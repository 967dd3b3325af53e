import { ProblemAlert, type ShownProblem, useIsSending } from '@bollard/site-kit'
import { Button, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'

const effects = ['READ_ONLY', 'REFUSE'] as const

/** Where admins lock their own solution: to keep everybody from changing it, or to stop it for a while. */
export function OwnLockCard({ problem }: { problem: ShownProblem | null }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <Card id="lock" className="sm:p-6">
      <CardHeader title={t(($) => $.settings.ownLock.title)} className="!mb-2" />
      <Form method="post" className="grid gap-4">
        <input type="hidden" name="do" value="lock" />
        <ProblemAlert problem={problem} words={{ 'state-conflict': t(($) => $.settings.ownLock.conflict) }} />
        <p className="text-sm text-ink-2">{t(($) => $.settings.ownLock.text)}</p>
        <fieldset className="grid min-w-0 gap-2 sm:grid-cols-2">
          <legend className="sr-only">{t(($) => $.settings.ownLock.title)}</legend>
          {effects.map((effect) => (
            <label
              key={effect}
              className="flex min-h-11 cursor-pointer items-start gap-3 rounded-md border border-line-strong px-3.5 py-3 hover:border-ink-3 has-checked:border-ink has-checked:bg-sunken"
            >
              <input
                type="radio"
                name="effect"
                value={effect}
                defaultChecked={effect === 'READ_ONLY'}
                className="mt-[3px] size-4 shrink-0 accent-amber"
              />
              <span className="grid gap-0.5 text-sm font-[560]">
                {t(($) => $.settings.ownLock.choices[effect].name)}
                <span className="text-xs font-[400] text-ink-2">
                  {t(($) => $.settings.ownLock.choices[effect].about)}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <Button type="submit" className="justify-self-start" aria-disabled={isSending}>
          {t(($) => $.settings.ownLock.submit)}
        </Button>
      </Form>
    </Card>
  )
}
