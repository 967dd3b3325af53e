import type { ShownProblem } from '@bollard/site-kit'
import { ProblemAlert, useIsSending } from '@bollard/site-kit'
import { Button, Card, CardHeader, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'

/** The organization that manages the solution, and how its admins end that. */
export function ManagementCard({
  name,
  mayEnd,
  problem,
}: {
  name: string
  mayEnd: boolean
  problem: ShownProblem | null
}) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <Card className="grid gap-3 sm:p-6">
      <CardHeader title={t(($) => $.settings.management.title)} className="!mb-0" />
      <ProblemAlert problem={problem} words={{ 'solution-locked': t(($) => $.settings.locked) }} />
      <p className="font-[560]">{name}</p>
      <p className="max-w-[40rem] text-sm text-ink-2">{t(($) => $.settings.management.text)}</p>
      {mayEnd ? (
        <details className="group">
          <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 text-sm text-ink-2 hover:text-ink touch:min-h-11 [&::-webkit-details-marker]:hidden">
            <Icon
              name="chevron-right"
              className="size-3.5 transition-transform duration-150 group-open:rotate-90 rtl:group-open:-rotate-90"
            />
            {t(($) => $.settings.management.end)}
          </summary>
          <Form method="post" className="mt-2 grid gap-3">
            <input type="hidden" name="do" value="endManagement" />
            <p className="max-w-[40rem] text-sm">{t(($) => $.settings.management.consequence, { name })}</p>
            <Button
              type="submit"
              variant="danger"
              size="dense"
              className="justify-self-start"
              aria-disabled={isSending}
            >
              {t(($) => $.settings.management.submit)}
            </Button>
          </Form>
        </details>
      ) : null}
    </Card>
  )
}
